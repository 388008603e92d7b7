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
  const equip = (table) => {
    const body = table.tBodies[0];
    const all = Array.from(body.rows);
    if (all.length === 0 || all[0].querySelector(".none")) return;
    const sorts = table.hasAttribute("data-sorts");
    const first = Number(table.dataset.first) || Infinity;
    const texts = new Map(all.map((row) => [row, Array.from(row.cells, (cell) => cell.textContent).join("\n").toLowerCase()]));
    let rows = all, wanted = "", isWhole = all.length <= first;

    const tools = document.createElement("div");
    tools.className = "tools";
    const count = document.createElement("span");
    count.setAttribute("aria-live", "polite");
    const more = document.createElement("button");
    more.type = "button";
    more.className = "more";
    more.textContent = "Show all " + all.length;

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
      count.textContent = words.length ? found + " of " + all.length : "";
    };

    if (sorts) {
      const label = document.createElement("label");
      label.textContent = "Filter ";
      const input = document.createElement("input");
      input.type = "search";
      input.addEventListener("input", () => { wanted = input.value.toLowerCase(); show(); });
      label.append(input);
      tools.append(label, count);
      table.parentNode.before(tools);
      const heads = Array.from(table.tHead.rows[0].cells);
      heads.forEach((head, column) => {
        const isNumber = head.classList.contains("n");
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = head.textContent;
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
    table.parentNode.after(more);
    show();
  };
  document.querySelectorAll("table[data-sorts], table[data-first]").forEach(equip);
  document.documentElement.dataset.tables = "ready";
})();
