import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useState } from "react";
import { limits } from "#contracts/limits";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Select } from "../../ui/select.tsx";
import toolbarStyles from "../toolbar/toolbar.module.css";
import { $changeTable, $insertTable, type TableChange } from "./table-edit.ts";
import styles from "./table-tools.module.css";

const choicesFrom = (min: number, max: number, unit: string) =>
  Array.from({ length: max - min + 1 }, (_, n) => ({ value: String(min + n), label: `${min + n}${unit}` }));
const columnChoices = choicesFrom(limits.tableColumnsMin, limits.tableColumns, "칸");
const rowChoices = choicesFrom(1, limits.tableRows, "줄");
const usual = { columns: "3", rows: "3" };

/** Dialog of the button `표`: the size of the new table (spec/daily-use.md rule 32). */
export function TableDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [editor] = useLexicalComposerContext();
  const [columns, setColumns] = useState(usual.columns);
  const [rows, setRows] = useState(usual.rows);
  const insert = () => {
    onClose();
    editor.update(() => $insertTable(Number(columns), Number(rows)));
    editor.focus();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="표 넣기"
      buttons={
        <>
          <Button look="neutral" onClick={onClose}>
            취소
          </Button>
          <Button onClick={insert}>넣기</Button>
        </>
      }
    >
      <div className={styles.size}>
        <Select aria-label="칸" value={columns} onPick={setColumns} choices={columnChoices} />
        <Select aria-label="줄" value={rows} onPick={setRows} choices={rowChoices} />
      </div>
    </Dialog>
  );
}

const changes: readonly [TableChange, string][] = [
  ["add-row", "아래에 줄 추가"],
  ["add-column", "오른쪽에 칸 추가"],
  ["delete-row", "줄 지우기"],
  ["delete-column", "칸 지우기"],
  ["delete", "표 지우기"],
];

/** The button `표` while the cursor is in a table. */
export function TableMenu() {
  const [editor] = useLexicalComposerContext();
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={toolbarStyles.tool} aria-label="표" title="표" aria-pressed="true">
          <Icon name="table" />
        </button>
      }
    >
      {changes.map(([change, label]) => (
        <MenuItem
          key={change}
          danger={change === "delete"}
          onClick={() => {
            editor.update(() => $changeTable(change));
            editor.focus();
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
