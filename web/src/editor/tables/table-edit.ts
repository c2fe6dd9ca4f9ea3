import {
  $createTableNodeWithDimensions,
  $deleteTableColumnAtSelection,
  $deleteTableRowAtSelection,
  $findCellNode,
  $findTableNode,
  $insertTableColumnAtSelection,
  $insertTableRowAtSelection,
  $isTableRowNode,
  type TableCellNode,
  type TableNode,
  type TableRowNode,
} from "@lexical/table";
import { $insertNodeToNearestRoot } from "@lexical/utils";
import { $getSelection, $isRangeSelection, type RangeSelection } from "lexical";
import { limits } from "#contracts/limits";

/** Inserts an empty table at the cursor, which moves to its first cell. Tables are not nested. */
export function $insertTable(columns: number, rows: number): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || $tableAt(selection)) return;
  const table = $createTableNodeWithDimensions(rows, columns, { rows: true, columns: false });
  $insertNodeToNearestRoot(table);
  table.getFirstDescendant()?.selectStart();
}

/** The table around the cursor. */
export const $tableAt = (selection: RangeSelection): TableNode | null => {
  const cell = $findCellNode(selection.anchor.getNode());
  return cell && $findTableNode(cell);
};

export type TableChange = "add-row" | "add-column" | "delete-row" | "delete-column" | "delete";

/** Changes the table at the cursor, within its limits. */
export function $changeTable(change: TableChange): void {
  const selection = $getSelection();
  const table = $isRangeSelection(selection) ? $tableAt(selection) : null;
  if (!table) return;
  const rows = table.getChildrenSize();
  const columns = table.getColumnCount();
  if (change === "delete") table.selectNext();
  if (change === "delete") table.remove();
  if (change === "add-row" && rows < limits.tableRows) $insertTableRowAtSelection(true);
  if (change === "add-column" && columns < limits.tableColumns) $insertTableColumnAtSelection(true);
  if (change === "delete-row" && rows > 1) $deleteTableRowAtSelection();
  if (change === "delete-column" && columns > limits.tableColumnsMin) $deleteTableColumnAtSelection();
}

/** Tab moves from cell to cell, and from the last one into a new row. Returns whether the cursor was in a table. */
export function $stepThroughTable(selection: RangeSelection, isBack: boolean): boolean {
  const cell = $findCellNode(selection.anchor.getNode());
  const table = cell && $findTableNode(cell);
  if (!cell || !table) return false;
  const cells = table
    .getChildren()
    .filter((row): row is TableRowNode => $isTableRowNode(row))
    .flatMap((row) => row.getChildren<TableCellNode>());
  const at = cells.findIndex((one) => one.is(cell));
  const isLast = at === cells.length - 1;
  if (!isBack && isLast && table.getChildrenSize() < limits.tableRows) {
    $insertTableRowAtSelection(true);
    (table.getLastChild() as TableRowNode | null)?.getFirstChild<TableCellNode>()?.selectStart();
    return true;
  }
  if (isBack) (cells[at - 1] ?? cell).selectEnd();
  else if (isLast) table.selectNext();
  else cells[at + 1]?.selectStart();
  return true;
}
