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

/** Puts an empty table at the cursor, which then stands in its first cell. Not into another table. */
export function $insertTable(columns: number, rows: number): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || $tableAt(selection)) return;
  const table = $createTableNodeWithDimensions(rows, columns, { rows: true, columns: false });
  $insertNodeToNearestRoot(table);
  table.getFirstDescendant()?.selectStart();
}

/** The table that the cursor stands in. */
export const $tableAt = (selection: RangeSelection): TableNode | null => {
  const cell = $findCellNode(selection.anchor.getNode());
  return cell && $findTableNode(cell);
};

export type TableChange = "add-row" | "add-column" | "delete-row" | "delete-column" | "delete";

/** Changes the table at the cursor; does nothing beyond its limits. */
export function $changeTable(change: TableChange): void {
  const selection = $getSelection();
  const table = $isRangeSelection(selection) ? $tableAt(selection) : null;
  if (!table) return;
  const [rows, columns] = [table.getChildrenSize(), table.getColumnCount()];
  if (change === "delete") table.selectNext();
  if (change === "delete") table.remove();
  if (change === "add-row" && rows < limits.tableRows) $insertTableRowAtSelection(true);
  if (change === "add-column" && columns < limits.tableColumns) $insertTableColumnAtSelection(true);
  if (change === "delete-row" && rows > 1) $deleteTableRowAtSelection();
  if (change === "delete-column" && columns > limits.tableColumnsMin) $deleteTableColumnAtSelection();
}

/** Tab leads from cell to cell, from the last one into a new row. Whether the cursor stood in a table. */
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
