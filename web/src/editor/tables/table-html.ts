import { limits } from "#contracts/limits";

/** Where no table can stand; there its rows become lines. */
const noPlace = "td, th, li, blockquote, a, h1, h2, h3, h4, h5, h6";

// Asked for once: `rows` and `cells` are counted again with each change.
const rowsOf = (table: HTMLTableElement): HTMLTableRowElement[] => [...table.rows];
const cellsOf = (row: HTMLTableRowElement): HTMLTableCellElement[] => [...row.cells];

/** Brings tables of foreign HTML into a form that the editor takes in: none in another block, none without rows. */
export function tidyTables(page: Document): void {
  // From the inside, or an outer one would go before what stands in it.
  for (const table of [...page.querySelectorAll("table")].reverse()) {
    for (const part of table.querySelectorAll(":scope > :is(caption, colgroup, col)")) part.remove();
    if (table.parentElement?.closest(noPlace)) table.replaceWith(...linesOf(table));
    else if (rowsOf(table).length === 0) table.replaceWith(...table.childNodes);
  }
}

const linesOf = (table: HTMLTableElement): Node[] =>
  rowsOf(table).flatMap((row) => [
    ...cellsOf(row).flatMap((cell) => [...cell.childNodes, document.createTextNode(" ")]),
    document.createElement("br"),
  ]);

/**
 * Cuts what is pasted to the size of a table (spec/daily-use.md rule 32), and makes lines of a single column. Whether
 * anything was cut.
 */
export function cutTables(page: Document): boolean {
  let isCut = false;
  for (const table of page.querySelectorAll("table")) {
    const rows = rowsOf(table);
    for (const row of rows.splice(limits.tableRows)) {
      row.remove();
      isCut = true;
    }
    for (const row of rows) {
      let columns = 0;
      for (const cell of cellsOf(row)) {
        const isBeyond = columns >= limits.tableColumns;
        columns += cell.colSpan;
        if (isBeyond) cell.remove();
        else if (columns > limits.tableColumns) cell.colSpan -= columns - limits.tableColumns;
        isCut ||= columns > limits.tableColumns;
      }
    }
    if (rows.every((row) => row.childElementCount < limits.tableColumnsMin))
      table.replaceWith(...rows.map(paragraphOf));
  }
  return isCut;
}

function paragraphOf(row: HTMLTableRowElement): HTMLElement {
  const paragraph = document.createElement("div");
  paragraph.append(...cellsOf(row).flatMap((cell) => [...cell.childNodes]));
  return paragraph;
}
