"use strict";
// Sorting and filtering. The pages read without it.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const value = (row, at) => {
    const cell = row.cells[at];
    return (cell.dataset.sort ?? cell.textContent).trim();
  };
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.textContent = "";
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = new Intl.Collator("en", { numeric: true });
      const rows = [...body.rows];
      rows.sort((one, other) => {
        const [a, b] = [value(one, at), value(other, at)];
        if (a === "" || b === "") return (a === "") - (b === "");
        return order.compare(a, b) * (down ? -1 : 1);
      });
      body.append(...rows);
    });
  });
}
for (const form of document.querySelectorAll("form.filter")) {
  const table = document.getElementById(form.dataset.for);
  const [input, output] = [form.querySelector("input"), form.querySelector("output")];
  const rows = [...table.tBodies[0].rows];
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    output.textContent = words.length ? `${shown} of ${rows.length} rows` : "";
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", apply);
  apply();
}
