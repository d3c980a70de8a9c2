parent.postMessage(document.querySelector("script[type='application/json']").textContent, "*");
