(function () {
"use strict";

const charts = JSON.parse(document.getElementById("charts").textContent);
const tip = document.getElementById("tip");

/* What a dot is told to be, beside the pointer. All of it is set as text. */
function showTip(event, datum) {
	tip.replaceChildren();
	if (!datum || !datum.tip) {
		tip.hidden = true;
		return;
	}
	const list = document.createElement("dl");
	for (const [name, text] of Object.entries(datum.tip)) {
		const dt = document.createElement("dt"), dd = document.createElement("dd");
		dt.textContent = name;
		dd.textContent = text;
		list.append(dt, dd);
	}
	tip.append(list);
	tip.hidden = false;
	const box = tip.getBoundingClientRect(), x = event.clientX, y = event.clientY;
	tip.style.left = Math.max(8, Math.min(x + 14, innerWidth - box.width - 8)) + "px";
	tip.style.top = (y + box.height + 24 > innerHeight ? Math.max(8, y - box.height - 14) : y + 14) + "px";
}

function draw(plot) {
	return vegaEmbed(plot, charts[plot.dataset.chart], {
		mode: "vega-lite", ast: true, actions: false, renderer: "svg", defaultStyle: false,
		tooltip: (handler, event, item, value) => showTip(event, value),
	}).then(({view}) => {
		view.addEventListener("click", (event, item) => {
			const href = item && item.datum && item.datum.href;
			if (href)
				location.hash = href;
		});
	});
}

/* Charts far down the page wait until they are near, so that the first paint is quick. */
function drawWhenNear() {
	const seen = new IntersectionObserver((entries) => {
		for (const e of entries)
			if (e.isIntersecting) {
				seen.unobserve(e.target);
				draw(e.target);
			}
	}, {rootMargin: "800px"});
	for (const plot of document.querySelectorAll(".plot"))
		seen.observe(plot);
	addEventListener("beforeprint", () => {
		for (const plot of document.querySelectorAll(".plot:empty"))
			draw(plot);
	});
}

function sortValue(row, column) {
	const cell = row.cells[column];
	return cell.dataset.v !== undefined ? Number(cell.dataset.v) : cell.textContent;
}

/* Numbers before words, words by the reader's alphabet, what is missing last either way. */
function compare(a, b, sign) {
	const missing = (v) => v === "" || v === "\u2013";
	if (missing(a) || missing(b))
		return missing(a) - missing(b);
	if (typeof a === "number" && typeof b === "number")
		return sign * (a - b);
	if (typeof a !== typeof b)
		return typeof a === "number" ? -1 : 1;
	return sign * a.localeCompare(b, "en", {numeric: true});
}

function sortTable(table, column, direction) {
	const body = table.tBodies[0], sign = direction === "ascending" ? 1 : -1;
	const rows = Array.from(body.rows, (row) => [sortValue(row, column), row]);
	rows.sort((a, b) => compare(a[0], b[0], sign));
	body.append(...rows.map((r) => r[1]));
	for (const th of table.tHead.rows[0].cells)
		th.setAttribute("aria-sort", th.cellIndex === column ? direction : "none");
}

function makeSortable(table) {
	for (const th of table.tHead.rows[0].cells) {
		const button = document.createElement("button");
		button.type = "button";
		button.append(...th.childNodes);
		th.append(button);
		th.setAttribute("aria-sort", "none");
		button.addEventListener("click", () => {
			const now = th.getAttribute("aria-sort"), numeric = th.classList.contains("n");
			const first = numeric ? "descending" : "ascending";
			const other = numeric ? "ascending" : "descending";
			sortTable(table, th.cellIndex, now === first ? other : first);
		});
	}
}

/* The section being read is marked in the list of sections. */
function followReading() {
	const links = new Map(Array.from(document.querySelectorAll("nav a"),
		(a) => [a.getAttribute("href").slice(1), a]));
	const seen = new IntersectionObserver((entries) => {
		for (const e of entries)
			if (e.isIntersecting)
				for (const [id, a] of links)
					if (id === e.target.id)
						a.setAttribute("aria-current", "true");
					else
						a.removeAttribute("aria-current");
	}, {rootMargin: "-10% 0px -80% 0px"});
	for (const section of document.querySelectorAll("main > section"))
		seen.observe(section);
}

for (const table of document.querySelectorAll("main table"))
	makeSortable(table);
followReading();
drawWhenNear();
})();
