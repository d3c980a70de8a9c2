"""A headless Chromium on one file, by Selenium: what it logged, what it asked for, how it looks."""
import base64
import json
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--hide-scrollbars", "--force-device-scale-factor=1"]


class Browser:
    def __init__(self, width=1280, height=900, dark=False):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in FLAGS + [f"--window-size={width},{height}"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options, Service(shutil.which("chromedriver")))
        self.driver.set_script_timeout(60)
        self.size(width, height)
        if dark:
            self.media(**{"prefers-color-scheme": "dark"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def size(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                 mobile=False)

    def media(self, kind="", **features):
        self.cdp("Emulation.setEmulatedMedia", media=kind,
                 features=[{"name": k, "value": v} for k, v in features.items()])

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def open(self, path, fragment=""):
        self.driver.get(f"file://{path}{fragment}")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, seconds=20):
        """Until the expression is true."""
        return self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1], end = Date.now() + 1000 * arguments[0];"
            "(function look() { let ok = false; try { ok = (" + script + "); } catch (e) {}"
            " if (ok || Date.now() > end) done(ok); else setTimeout(look, 20); })();", seconds)

    def console(self):
        return [e for e in self.driver.get_log("browser")]

    def requests(self):
        urls = []
        for e in self.driver.get_log("performance"):
            m = json.loads(e["message"])["message"]
            if m["method"] == "Network.requestWillBeSent":
                urls.append(m["params"]["request"]["url"])
        return urls

    def shot(self, path, whole=True):
        box = self.cdp("Page.getLayoutMetrics")["cssContentSize"]
        more = {"captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": box["width"], "height": min(box["height"], 12000),
                         "scale": 1}} if whole else {}
        data = self.cdp("Page.captureScreenshot", format="png", **more)["data"]
        with open(path, "wb") as f:
            f.write(base64.b64decode(data))

    def clip(self, path, x, y, width, height):
        data = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                        clip={"x": x, "y": y, "width": width, "height": height, "scale": 1})["data"]
        with open(path, "wb") as f:
            f.write(base64.b64decode(data))
