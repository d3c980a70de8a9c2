(function () {
"use strict";

const byId = (id) => document.getElementById(id);
const data = (id) => JSON.parse(byId("data-" + id).textContent);
const charts = data("charts"), cells = data("cells"), contrasts = data("contrasts");
const heads = data("heads"), answers = data("answers");
const tip = byId("tip"), report = byId("report"), view = byId("view");
const title = document.title;

/* Elements. What others wrote only ever enters as text. */
function el(tag, attributes, ...children) {
	const e = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes || {}))
		if (value !== undefined && value !== false)
			e.setAttribute(name, value === true ? "" : value);
	e.append(...children.flat().filter((c) => c !== null && c !== undefined));
	return e;
}

/* Controls as their pictures, marks without a shape by their code, as escape.c has them. */
function visible(text) {
	return String(text).replace(/[\u0000-\u0008\u000b-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
		.replace(/\u007f/g, "\u2421")
		.replace(/[\u0080-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
			(c) => "<U+" + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0") + ">");
}

/* ---- charts ---- */

function showTip(event, datum) {
	tip.replaceChildren();
	if (!datum || !datum.tip) {
		tip.hidden = true;
		return;
	}
	tip.append(el("dl", {}, Object.entries(datum.tip).flatMap(([name, text]) =>
		[el("dt", {}, name), el("dd", {}, visible(text))])));
	tip.hidden = false;
	const box = tip.getBoundingClientRect(), x = event.clientX, y = event.clientY;
	tip.style.left = Math.max(8, Math.min(x + 14, innerWidth - box.width - 8)) + "px";
	tip.style.top = (y + box.height + 24 > innerHeight ? Math.max(8, y - box.height - 14) : y + 14) + "px";
}

function open(datum) {
	if (!datum || !datum.href)
		return;
	const c = datum.contrast !== undefined && contrasts[datum.contrast];
	tip.hidden = true;
	if (c && hasAnswers(c.a, datum.task) && hasAnswers(c.b, datum.task))
		location.hash = flipsHash(datum.contrast, datum.task);
	else
		location.hash = datum.href;
}

function draw(plot) {
	plot.dataset.drawn = "";
	return vegaEmbed(plot, charts[plot.dataset.chart], {
		mode: "vega-lite", ast: true, actions: false, renderer: "svg", defaultStyle: false,
		tooltip: (handler, event, item, value) => showTip(event, value),
	}).then(({view: drawn}) => drawn.addEventListener("click", (event, item) => open(item && item.datum)));
}

/* Charts far down the page wait until they are near, so that the first paint is quick. */
function drawWhenNear() {
	const seen = new IntersectionObserver((entries) => {
		for (const e of entries)
			if (e.isIntersecting && !("drawn" in e.target.dataset)) {
				seen.unobserve(e.target);
				draw(e.target);
			}
	}, {rootMargin: "800px"});
	for (const plot of document.querySelectorAll(".plot"))
		seen.observe(plot);
	addEventListener("beforeprint", () => {
		for (const plot of document.querySelectorAll(".plot:not([data-drawn])"))
			draw(plot);
	});
}

/* ---- tables: sorting and filters, both kept in the address ---- */

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

function makeSortable(table, changed) {
	for (const th of table.tHead.rows[0].cells) {
		const button = el("button", {type: "button"}, ...th.childNodes);
		th.append(button);
		th.setAttribute("aria-sort", "none");
		button.addEventListener("click", () => {
			const now = th.getAttribute("aria-sort"), numeric = th.classList.contains("n");
			const first = numeric ? "descending" : "ascending";
			const other = numeric ? "ascending" : "descending";
			sortTable(table, th.cellIndex, now === first ? other : first);
			if (changed)
				changed();
		});
	}
}

const filtered = new Map(); /* section id -> its filters */

function levels(rows, name) {
	return [...new Set(rows.map((r) => r.dataset[name]))].sort((a, b) => a.localeCompare(b, "en", {numeric: true}));
}

function makeFilters(table) {
	const section = table.closest("section"), rows = [...table.tBodies[0].rows];
	const names = [...new Set(rows.flatMap((r) => Object.keys(r.dataset)))];
	const form = el("form", {class: "filters", "aria-label": "Filter: " + section.querySelector("h2").textContent});
	const find = el("input", {type: "search", "aria-label": "Find in the table", placeholder: "Find"});
	const count = el("output", {"aria-live": "polite"});
	const selects = new Map();
	const texts = rows.map((r) => r.textContent.toLowerCase());

	for (const name of names) {
		const all = levels(rows, name);
		if (all.length < 2)
			continue;
		const select = el("select", {}, el("option", {value: "\u0000"}, "any"),
			all.map((v) => el("option", {value: v}, v === "" ? "none" : v)));
		selects.set(name, select);
		form.append(el("label", {}, el("span", {}, name), select));
	}
	form.append(el("label", {}, el("span", {}, "find"), find), count);
	table.parentNode.before(form);
	const filters = {table, form, find, selects, apply() {
		const word = find.value.trim().toLowerCase(), wanted = [...selects].filter(([, s]) => s.selectedIndex > 0);
		let shown = 0;
		rows.forEach((row, i) => {
			const fits = wanted.every(([name, s]) => row.dataset[name] === s.value) && texts[i].includes(word);
			row.hidden = !fits;
			shown += fits;
		});
		count.textContent = shown === rows.length ? `${rows.length} rows` : `${shown} of ${rows.length} rows`;
	}, save() {
		const p = new URLSearchParams();
		for (const [name, s] of selects)
			if (s.selectedIndex > 0)
				p.set(name, s.value);
		if (find.value)
			p.set("find", find.value);
		for (const th of table.tHead.rows[0].cells)
			if (th.ariaSort === "ascending" || th.ariaSort === "descending")
				p.set("sort", th.cellIndex + (th.ariaSort === "ascending" ? "+" : "-"));
		const text = p.toString();
		history.replaceState(null, "", "#" + section.id + (text ? "?" + text : ""));
	}, load(p) {
		for (const [name, s] of selects) {
			s.value = p.has(name) ? p.get(name) : "\u0000";
			if (s.selectedIndex < 0)
				s.selectedIndex = 0;
		}
		find.value = p.get("find") || "";
		const sort = /^(\d+)([+-])$/.exec(p.get("sort") || "");
		if (sort && Number(sort[1]) < table.tHead.rows[0].cells.length)
			sortTable(table, Number(sort[1]), sort[2] === "+" ? "ascending" : "descending");
		this.apply();
	}};
	form.addEventListener("input", () => { filters.apply(); filters.save(); });
	form.addEventListener("submit", (e) => e.preventDefault());
	filters.apply();
	filtered.set(section.id, filters);
	return filters;
}

/* ---- answers ---- */

const loaded = new Map();
const hasAnswers = (cell, task) => Boolean(answers[cell] && answers[cell][task]);
const flipsHash = (contrast, task) => `#flips/${encodeURIComponent(contrast)}/${encodeURIComponent(task)}`;

/* A file of answers is a page that hands over its text: nothing in it is run here. */
function loadFile(src) {
	return new Promise((resolve, reject) => {
		const frame = el("iframe", {sandbox: "allow-scripts", hidden: true, title: "answers", src: "answers/" + src});
		const end = () => { clearTimeout(timer); removeEventListener("message", got); frame.remove(); };
		const got = (e) => {
			if (e.source === frame.contentWindow) {
				end();
				resolve(JSON.parse(e.data));
			}
		};
		const timer = setTimeout(() => { end(); reject(new Error("answers/" + src + " is not beside this file")); }, 20000);
		addEventListener("message", got);
		document.body.append(frame);
	});
}

function load(cell, task) {
	const key = cell + "\n" + task;
	if (loaded.has(key))
		return loaded.get(key);
	let promise;
	if (!hasAnswers(cell, task))
		promise = Promise.reject(new Error("its answers are not part of this report"));
	else if (answers[cell][task].src)
		promise = loadFile(answers[cell][task].src);
	else
		promise = Promise.resolve(JSON.parse([...document.querySelectorAll("script[data-cell]")]
			.find((s) => s.dataset.cell === cell && s.dataset.task === task).textContent));
	loaded.set(key, promise);
	return promise;
}

const judged = (item) => item.verdict ? item.verdict.pass : null;
const verdictWord = (pass) => pass === true ? "right" : pass === false ? "wrong" : "not judged";
const verdictClass = (pass) => pass === true ? "good" : pass === false ? "bad" : "unsure";
const verdictMark = (pass) => el("span", {class: verdictClass(pass)}, verdictWord(pass));
const shownValue = (v) => typeof v === "string" ? v : JSON.stringify(v, null, 1);

function seconds(s) {
	return s < 1 ? Math.round(1000 * s) + " ms" : s.toFixed(s < 10 ? 2 : 1) + " s";
}

function answerText(item) {
	const a = item.answer || {};
	if (a.text)
		return a.text;
	if (a.tool_calls && a.tool_calls.length)
		return a.tool_calls.map((c) => `${c.name}(${c.arguments})`).join("\n");
	return "";
}

function promptOf(item) {
	const parts = (item.messages || [{role: "prompt", content: item.prompt || ""}]).map((m) =>
		[el("p", {class: "role"}, visible(m.role)), el("pre", {class: "said"}, visible(shownValue(m.content ?? "")))]);
	return el("details", {}, el("summary", {}, "Prompt"), ...parts.flat());
}

function thinkingOf(item) {
	const text = item.answer && item.answer.reasoning;
	return text ? el("details", {}, el("summary", {}, "Thinking"), el("pre", {class: "said"}, visible(text))) : null;
}

/* How it was judged and how long it took, as a list of pairs. */
function factsOf(item) {
	const a = item.answer || {}, v = item.verdict || {}, t = a.tokens || {}, out = [];
	const add = (name, value) => { if (value !== undefined && value !== null && value !== "") out.push([name, shownValue(value)]); };
	add("Extracted", v.extracted);
	add("Why", v.why);
	add("Scorer", v.scorer && v.scorer + (v.version ? " " + v.version : ""));
	add("Error", a.error && `${a.error.kind} ${a.error.message || ""}`);
	add("Finish", a.finish);
	add("Tokens", t.completion !== undefined ? `${t.completion} out, ${t.prompt} in` : undefined);
	add("Drafts accepted", t.drafted ? `${t.accepted} of ${t.drafted}` : undefined);
	add("First token", a.first_token_s !== undefined && a.sent_s !== undefined ? seconds(a.first_token_s - a.sent_s) : undefined);
	add("Took", a.last_token_s !== undefined && a.sent_s !== undefined ? seconds(a.last_token_s - a.sent_s) : undefined);
	add("Attempts", a.attempts > 1 ? a.attempts : undefined);
	return el("dl", {class: "facts"}, out.flatMap(([n, x]) => [el("dt", {}, n), el("dd", {}, visible(x))]));
}

function emptyNote(item) {
	return (item.answer && item.answer.error) ? "(no answer: the request failed)" : "(empty)";
}

/* The stretch in which two texts differ, widened to whole words. */
function stretch(a, b) {
	const n = Math.min(a.length, b.length);
	let p = 0, s = 0;
	while (p < n && a[p] === b[p])
		p++;
	while (s < n - p && a[a.length - 1 - s] === b[b.length - 1 - s])
		s++;
	while (p > 0 && !/\s/.test(a[p - 1]))
		p--;
	while (s > 0 && !/\s/.test(a[a.length - s]))
		s--;
	return [p, s];
}

function marked(text, [p, s]) {
	const middle = text.slice(p, text.length - s);
	return [visible(text.slice(0, p)), middle ? el("mark", {}, visible(middle)) : null, visible(text.slice(text.length - s))];
}

/* ---- views: a cell, its answers, two cells, the items that flipped ---- */

const cellName = (key) => cells[key] ? cells[key].name + (Object.values(cells).filter((c) => c.name === cells[key].name).length > 1 ? ` (${key.slice(0, 6)})` : "") : key;
const cellLink = (key) => el("a", {href: "#cell/" + key}, cellName(key));

function plainTable(head, rows, numbers) {
	const table = el("table", {}, el("thead", {}, el("tr", {}, head.map((h, i) =>
		el("th", {scope: "col", class: numbers.has(i) ? "n" : undefined}, h)))),
		el("tbody", {}, rows.map((r) => el("tr", {}, r.map((c, i) =>
			el(i === 0 ? "th" : "td", {scope: i === 0 ? "row" : undefined, class: numbers.has(i) ? "n" : undefined}, c))))));
	return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": head.join(", ")}, table);
}

function showView(name, ...parts) {
	view.replaceChildren(el("p", {class: "back"}, el("a", {href: "#explorer"}, "\u2190 Explorer")),
		el("h2", {tabindex: "-1"}, name), ...parts.flat().filter(Boolean));
	report.hidden = true;
	view.hidden = false;
	document.title = name + " \u2013 " + title;
	scrollTo(0, 0);
	view.querySelector("h2").focus({preventScroll: true});
}

function facts(pairs) {
	return el("dl", {class: "facts wide"}, pairs.flatMap(([n, v]) => [el("dt", {}, n), el("dd", {}, visible(v))]));
}

function compareChoice(key) {
	const select = el("select", {}, el("option", {value: ""}, "another cell\u2026"),
		Object.keys(cells).filter((k) => k !== key).map((k) => el("option", {value: k}, cellName(k))));
	select.addEventListener("change", () => { if (select.value) location.hash = `#compare/${key}/${select.value}`; });
	return el("label", {class: "choose"}, "Compare with ", select);
}

function showCell(key) {
	const c = cells[key];
	if (!c)
		return showView("No such cell", el("p", {}, key));
	const rows = c.rows.map((r) => [hasAnswers(key, r[0]) ? el("a", {href: `#cell/${key}/${encodeURIComponent(r[0])}`}, r[0]) : r[0], ...r.slice(1)]);
	showView(cellName(key),
		c.state === "measured" ? null : el("p", {}, el("strong", {}, c.state), c.why ? ": " + visible(c.why) : ""),
		compareChoice(key),
		rows.length ? [el("h3", {}, "Tasks"), plainTable(heads, rows, numbersFrom(1))] : null,
		c.contrasts.length ? [el("h3", {}, "Gaps"), contrastList(c.contrasts)] : null,
		c.argv ? [el("h3", {}, "Command"), el("pre", {class: "log", tabindex: "0"}, visible(c.argv))] : null,
		c.log.length ? [el("h3", {}, "From its log"), c.log.flatMap(([means, line]) => [el("p", {}, visible(means)), line ? el("pre", {class: "log", tabindex: "0"}, visible(line)) : null])] : null,
		el("h3", {}, "Settings"), facts(c.facts));
}

function numbersFrom(first) {
	return new Set(heads.map((h, i) => i).filter((i) => i >= first));
}

function contrastList(names) {
	return el("ul", {}, names.map((name) => {
		const c = contrasts[name];
		return el("li", {}, `${c.knob}: ${c.of}, ${c.change}`, c.gaps.mean ? ` \u2013 mean ${c.gaps.mean}` : "",
			el("span", {class: "quiet"}, " flips: "),
			Object.keys(c.gaps).filter((t) => t !== "mean").flatMap((t, i) => [i ? ", " : "", el("a", {href: flipsHash(name, t)}, t)]));
	}));
}

function answerDetails(item) {
	const d = el("details", {class: "answer"}, el("summary", {}, el("code", {}, visible(item.id)), " ", verdictMark(judged(item)),
		el("span", {class: "quiet"}, " " + visible(answerText(item).slice(0, 90).replace(/\s+/g, " ")))));
	d.addEventListener("toggle", () => {
		if (d.open && d.children.length === 1)
			d.append(promptOf(item), ...[thinkingOf(item)].filter(Boolean),
				el("pre", {class: "said", tabindex: "0"}, visible(answerText(item)) || emptyNote(item)), factsOf(item));
	});
	return d;
}

async function showAnswers(key, task) {
	showView(`${cellName(key)}: ${task}`, el("p", {}, cellLink(key)), el("p", {}, "Loading\u2026"));
	let items;
	try {
		items = await load(key, task);
	} catch (e) {
		view.lastChild.textContent = "Not to be shown: " + e.message + ".";
		return;
	}
	const select = el("select", {}, ["all", "right", "wrong", "not judged", "cut"].map((v) => el("option", {}, v)));
	const list = el("div", {}), count = el("output", {"aria-live": "polite"});
	const fill = () => {
		const wanted = items.filter((i) => select.value === "all" || verdictWord(judged(i)) === select.value ||
			(select.value === "cut" && i.answer && i.answer.finish === "length"));
		count.textContent = `${wanted.length} of ${items.length}`;
		list.replaceChildren(...wanted.map(answerDetails));
	};
	select.addEventListener("change", fill);
	view.lastChild.replaceWith(el("form", {class: "filters"}, el("label", {}, el("span", {}, "verdict"), select), count), list);
	fill();
}

function side(key, item, part) {
	return el("div", {}, el("p", {class: "role"}, cellName(key) + ": ", verdictMark(judged(item))), thinkingOf(item),
		el("pre", {class: "said", tabindex: "0"}, answerText(item) ? marked(answerText(item), part) : emptyNote(item)), factsOf(item));
}

function pairArticle(a, b, x, y) {
	const part = stretch(answerText(x), answerText(y));
	return el("article", {class: "pair"}, el("h3", {}, el("code", {}, visible(x.id)), ": ",
		verdictWord(judged(x)), " \u2192 ", verdictWord(judged(y))), promptOf(x),
		el("div", {class: "sides"}, side(a, x, part), side(b, y, part)));
}

async function showPair(a, b, task, name, words) {
	showView(name, words ? el("p", {}, words) : null,
		el("p", {}, cellLink(a), " \u2192 ", cellLink(b)), el("p", {}, "Loading\u2026"));
	let left, right;
	try {
		[left, right] = await Promise.all([load(a, task), load(b, task)]);
	} catch (e) {
		view.lastChild.textContent = "Not to be shown: " + e.message + ".";
		return;
	}
	const other = new Map(right.map((i) => [i.id, i])), list = el("div", {}), count = el("output", {"aria-live": "polite"});
	const both = left.filter((i) => other.has(i.id)).map((i) => [i, other.get(i.id)]);
	const kinds = {
		"lost and won": ([x, y]) => judged(x) !== judged(y), "lost": ([x, y]) => judged(x) === true && judged(y) === false,
		"won": ([x, y]) => judged(x) === false && judged(y) === true, "other text": ([x, y]) => answerText(x) !== answerText(y), "all": () => true,
	};
	const select = el("select", {}, Object.keys(kinds).map((k) => el("option", {}, k)));
	const fill = () => {
		const wanted = both.filter(kinds[select.value]).sort((p, q) => (judged(q[0]) === true) - (judged(p[0]) === true));
		count.textContent = `${wanted.length} of ${both.length} items`;
		list.replaceChildren(...wanted.slice(0, 300).map(([x, y]) => pairArticle(a, b, x, y)),
			wanted.length > 300 ? el("p", {}, "The first 300 are shown.") : "");
	};
	select.addEventListener("change", fill);
	view.lastChild.replaceWith(el("form", {class: "filters"}, el("label", {}, el("span", {}, "items"), select), count), list);
	fill();
}

function showFlips(name, task) {
	const c = contrasts[name];
	if (!c)
		return showView("No such contrast", el("p", {}, visible(name)));
	return showPair(c.a, c.b, task, `${c.knob}: ${c.of}, ${c.change}, on ${task}`, c.gaps[task]);
}

function showCompare(a, b) {
	const x = cells[a], y = cells[b];
	if (!x || !y)
		return showView("No such cell", el("p", {}, x ? b : a));
	const right = new Map(y.facts), left = new Map(x.facts);
	const names = [...new Set([...left.keys(), ...right.keys()])];
	const other = names.filter((n) => left.get(n) !== right.get(n) && n !== "Key");
	const rows = new Map(y.rows.map((r) => [r[0], r]));
	const between = Object.keys(contrasts).filter((n) => (contrasts[n].a === a && contrasts[n].b === b) || (contrasts[n].a === b && contrasts[n].b === a));
	showView(`${cellName(a)} and ${cellName(b)}`, el("p", {}, cellLink(a), " and ", cellLink(b)),
		between.length ? [el("h3", {}, "Gaps"), contrastList(between)]
			: el("p", {class: "caveat"}, "The plan has no contrast of these two cells: what differs below is no gap."),
		el("h3", {}, "What differs"), plainTable(["Setting", "First", "Second"], other.map((n) => [n, visible(left.get(n) ?? ""), visible(right.get(n) ?? "")]), new Set()),
		el("h3", {}, "Tasks"), plainTable(["Task", "First", "", "Second", "", "Answers"], x.rows.filter((r) => rows.has(r[0])).map((r) => {
			const o = rows.get(r[0]);
			return [r[0], r[1], el("span", {class: "quiet"}, r[2]), o[1], el("span", {class: "quiet"}, o[2]),
				hasAnswers(a, r[0]) && hasAnswers(b, r[0]) ? el("a", {href: `#pair/${a}/${b}/${encodeURIComponent(r[0])}`}, "side by side") : ""];
		}), new Set([1, 2, 3, 4])));
}

/* ---- the address says what is shown ---- */

function showReport(hash) {
	const [id, query] = hash.slice(1).split("?");
	const back = report.hidden;
	report.hidden = false;
	view.hidden = true;
	view.replaceChildren();
	document.title = title;
	if (filtered.has(id) && (query !== undefined || back))
		filtered.get(id).load(new URLSearchParams(query));
	const target = id && byId(decodeURIComponent(id));
	if (!target)
		return;
	for (let d = target.closest("details"); d; d = d.parentElement.closest("details"))
		d.open = true;
	if (target.hidden)
		for (const f of filtered.values())
			f.load(new URLSearchParams());
	if (back || query !== undefined || target.tagName === "TR")
		target.scrollIntoView();
}

function route() {
	const parts = location.hash.slice(1).split("/").map(decodeURIComponent);
	if (parts[0] === "cell" && parts.length === 2)
		showCell(parts[1]);
	else if (parts[0] === "cell" && parts.length === 3)
		showAnswers(parts[1], parts[2]);
	else if (parts[0] === "flips" && parts.length === 3)
		showFlips(parts[1], parts[2]);
	else if (parts[0] === "compare" && parts.length === 3)
		showCompare(parts[1], parts[2]);
	else if (parts[0] === "pair" && parts.length === 4)
		showPair(parts[1], parts[2], parts[3], `${cellName(parts[1])} and ${cellName(parts[2])} on ${parts[3]}`);
	else
		showReport(location.hash);
}

/* The section being read is marked in the list of sections. */
function followReading() {
	const links = new Map(Array.from(document.querySelectorAll("nav a"), (a) => [a.getAttribute("href").slice(1), a]));
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

for (const table of document.querySelectorAll("#report table")) {
	const filters = "filter" in table.dataset ? makeFilters(table) : null;
	makeSortable(table, filters && (() => filters.save()));
}
followReading();
drawWhenNear();
addEventListener("hashchange", route);
if (location.hash)
	route();
})();
