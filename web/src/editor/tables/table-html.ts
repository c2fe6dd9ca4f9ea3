import { limits } from "#contracts/limits";
import { unwrap } from "../../lib/unwrap.ts";

/** Elements that cannot contain a table; there its rows become lines. */
const invalidParents = "td, th, li, blockquote, a, h1, h2, h3, h4, h5, h6";

// Read once: browsers count `rows` and `cells` again after each change.
const rowsOf = (table: HTMLTableElement): HTMLTableRowElement[] => [...table.rows];
const cellsOf = (row: HTMLTableRowElement): HTMLTableCellElement[] => [...row.cells];

/**
 * Converts tables of foreign HTML into the form that the editor accepts: not inside another block, not without rows.
 */
export function tidyTables(page: Document): void {
  // Inner tables first: otherwise an outer one would be removed before its content.
  for (const table of [...page.querySelectorAll("table")].reverse()) {
    for (const part of table.querySelectorAll(":scope > :is(caption, colgroup, col)")) part.remove();
    if (table.parentElement?.closest(invalidParents)) table.replaceWith(...linesOf(table));
    else if (rowsOf(table).length === 0) unwrap(table);
  }
}

const linesOf = (table: HTMLTableElement): Node[] =>
  rowsOf(table).flatMap((row) => [
    ...cellsOf(row).flatMap((cell) => [...cell.childNodes, document.createTextNode(" ")]),
    document.createElement("br"),
  ]);

/**
 * Cuts pasted tables to the maximum size (spec/daily-use.md rule 32), and turns a single column into lines. Returns
 * whether anything was cut.
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
