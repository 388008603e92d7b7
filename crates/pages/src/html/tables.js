"use strict";
(function () {
  // Without this script every table is there, whole and in its own order; this only adds to them.
  const value = (row, column) => {
    const cell = row.cells[column];
    if (!cell) return "";
    const order = cell.dataset.order;
    return order === undefined ? cell.textContent : order;
  };
  const compare = (column, isNumber) => (a, b) => {
    const x = value(a, column), y = value(b, column);
    return isNumber ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true });
  };
  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (name === "button") made.type = "button";
    made.className = className;
    made.textContent = text;
    return made;
  };
  const boxOf = (table) => table.parentNode.classList.contains("box") ? table.parentNode : table;

  // What a table is called, for the file that it is saved as.
  const nameOf = (table) => {
    const figure = table.closest("figure");
    const section = table.closest("section");
    const named = table.caption || (figure && figure.querySelector("figcaption strong")) || (section && section.querySelector("h2, h3"));
    const words = document.title + " " + (named ? named.textContent : "");
    return words.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").toLowerCase().slice(0, 90) || "table";
  };
  // A cell as a spreadsheet reads it: numbers with a plain minus and no groups, text that would be run as a formula with an apostrophe.
  const plain = (cell) => {
    const parts = Array.from(cell.childNodes, (node) => node.textContent.trim()).filter(Boolean);
    const text = cell.querySelector("small") ? parts.join(", ") : cell.textContent.trim();
    if (cell.classList.contains("n")) return text.replace(/\u2212/g, "-").replace(/[\u202f\u2009]/g, "").replace(/^\+/, "");
    return text.replace(/(^|[;\t\r\n])(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'");
  };
  const quoted = (text) => /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  const csv = (table, rows) => {
    const line = (row) => Array.from(row.cells).filter((cell) => !cell.classList.contains("t")).map((cell) => quoted(plain(cell))).join(",");
    return [table.tHead.rows[0], ...rows].map(line).join("\r\n") + "\r\n";
  };
  const addSave = (table, rows, place) => {
    const save = element("button", "save", "Save as CSV");
    save.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob(["\ufeff" + csv(table, rows())], { type: "text/csv;charset=utf-8" }));
      link.download = nameOf(table) + ".csv";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
    place(save);
  };

  const equip = (table) => {
    const body = table.tBodies[0];
    const all = Array.from(body.rows);
    if (all.length === 0 || all[0].querySelector(".none")) return;
    const sorts = table.hasAttribute("data-sorts");
    const first = Number(table.dataset.first) || Infinity;
    if (!sorts && first === Infinity) {
      addSave(table, () => all, (save) => boxOf(table).after(save));
      return;
    }
    const texts = new Map(all.map((row) => [row, Array.from(row.cells, (cell) => cell.textContent).join("\n").toLowerCase()]));
    let rows = all, wanted = "", isWhole = all.length <= first;

    const tools = element("div", "tools", "");
    const count = element("span", "", "");
    count.setAttribute("aria-live", "polite");
    const more = element("button", "more", "Show all " + all.length);

    const show = () => {
      const words = wanted.split(/\s+/).filter(Boolean);
      let found = 0;
      for (const row of rows) {
        const matches = words.every((word) => texts.get(row).includes(word));
        if (matches) found += 1;
        row.hidden = !matches;
        // Not hidden but later: on paper there is no button to ask for it.
        row.classList.toggle("later", matches && !isWhole && found > first);
      }
      more.hidden = isWhole || found <= first;
      const part = table.dataset.part && found === 0 ? ". " + table.dataset.part : "";
      count.textContent = words.length ? found + " of " + all.length + part : "";
    };

    if (sorts) {
      const label = element("label", "", "Filter ");
      const input = document.createElement("input");
      input.type = "search";
      input.addEventListener("input", () => { wanted = input.value.toLowerCase(); show(); });
      label.append(input);
      tools.append(label, count);
      boxOf(table).before(tools);
      const heads = Array.from(table.tHead.rows[0].cells);
      heads.forEach((head, column) => {
        if (!head.textContent) return;
        const isNumber = head.classList.contains("n");
        const button = element("button", "", head.textContent);
        button.addEventListener("click", () => {
          const before = head.getAttribute("aria-sort");
          // Numbers begin with the largest, words with the first.
          const ascending = before ? before === "descending" : !isNumber;
          heads.forEach((other) => other.removeAttribute("aria-sort"));
          head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
          // What is empty comes last in either direction.
          const isEmpty = (row) => value(row, column) === "";
          const full = all.filter((row) => !isEmpty(row)), empty = all.filter(isEmpty);
          const order = compare(column, isNumber);
          full.sort(ascending ? order : (a, b) => order(b, a));
          rows = full.concat(empty);
          body.append(...rows);
          show();
        });
        head.replaceChildren(button);
      });
    }
    more.addEventListener("click", () => { isWhole = true; show(); });
    addSave(table, () => rows.filter((row) => !row.hidden), (save) => boxOf(table).after(save));
    boxOf(table).after(more);
    show();
  };
  document.querySelectorAll("table").forEach((table) => { if (table.tHead) equip(table); });

  // A number that is cited shows its sentence from the foot of the page.
  document.querySelectorAll("a.cite:not([title])").forEach((link) => {
    const reading = document.getElementById(link.hash.slice(1));
    if (reading) link.title = reading.querySelector("dd").textContent;
  });
  document.documentElement.dataset.tables = "ready";
})();
