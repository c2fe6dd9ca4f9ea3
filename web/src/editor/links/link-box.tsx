import { $isLinkNode } from "@lexical/link";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $getNodeByKey,
  $getSelection,
  COMMAND_PRIORITY_LOW,
  HISTORY_PUSH_TAG,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  mergeRegister,
  type NodeKey,
  SKIP_DOM_SELECTION_TAG,
} from "lexical";
import { type KeyboardEvent, useCallback, useEffect, useState } from "react";
import { isComposed } from "../../lib/composed-key.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { emptyAddress, isLinkAddress, withOwnBeginning } from "./link.ts";
import styles from "./link-box.module.css";
import { $giveUpAddress, $linkAtSelection, $setAddress, $unlink, $wrapInLink } from "./link-edit.ts";

interface LinkBoxProps {
  /** Key of the link that is being edited. */
  readonly edited: NodeKey | null;
  readonly onEdit: (key: NodeKey | null) => void;
}

/** Shows or edits the address of the link at the cursor (spec/ui.md §17.3). */
export function LinkBox({ edited, onEdit }: LinkBoxProps) {
  const [editor] = useLexicalComposerContext();
  const shown = useShownLink(editor, edited);
  if (!shown) return null;

  const { key, address, top, left } = shown;
  const finish = (change: () => void, leadsBack: boolean) => {
    editor.update(change, { discrete: true, ...(!leadsBack && { tag: SKIP_DOM_SELECTION_TAG }) });
    onEdit(null);
    if (leadsBack) editor.focus();
  };
  const remove = () => {
    const link = $getNodeByKey(key);
    if ($isLinkNode(link)) $unlink(link);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
    <div className={styles.box} style={{ top, left }} role="group" aria-label="링크">
      {edited === key ? (
        <AddressInput
          address={address}
          onConfirm={(next, leadsBack) => finish(() => $setAddress(key, next), leadsBack)}
          onCancel={(leadsBack) => finish(() => $giveUpAddress(key), leadsBack)}
        />
      ) : (
        <>
          <a className={styles.address} href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </a>
          <IconButton
            icon="pencil"
            label="링크 수정"
            className={styles.button}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onEdit(key)}
          />
          <IconButton
            icon="trash"
            label="링크 삭제"
            className={styles.button}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => finish(remove, true)}
          />
        </>
      )}
    </div>
  );
}

interface AddressInputProps {
  readonly address: string;
  /** `leadsBack` returns the focus to the text; otherwise it has already moved elsewhere. */
  readonly onConfirm: (address: string, leadsBack: boolean) => void;
  readonly onCancel: (leadsBack: boolean) => void;
}

function AddressInput({ address, onConfirm, onCancel }: AddressInputProps) {
  const [typed, setTyped] = useState(address);
  const [isInvalid, setInvalid] = useState(false);
  const next = typed.trim();
  const leave = () => {
    if (isLinkAddress(next)) onConfirm(next, false);
    else onCancel(false);
  };
  const press = (event: KeyboardEvent) => {
    if (isComposed(event.nativeEvent)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onCancel(true);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (isLinkAddress(next)) onConfirm(next, true);
      else setInvalid(true);
    }
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: it opens on the request to edit the address
        autoFocus
        className={styles.input}
        type="text"
        inputMode="url"
        enterKeyHint="done"
        autoComplete="off"
        spellCheck={false}
        aria-label="링크 주소"
        aria-invalid={isInvalid}
        value={typed}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(emptyAddress.length, typed.length)}
        onChange={({ target }) => {
          setTyped(withOwnBeginning(target.value));
          setInvalid(false);
        }}
        onKeyDown={press}
        // Switching to another window to copy an address is not a blur.
        onBlur={({ currentTarget }) => document.activeElement !== currentTarget && leave()}
      />
      {isInvalid && (
        <span className={styles.fault} role="alert">
          http, https, mailto 주소를 입력해주세요
        </span>
      )}
    </>
  );
}

interface ShownLink {
  readonly key: NodeKey;
  readonly address: string;
  /** Pixels within the element that contains text and box. */
  readonly top: number;
  readonly left: number;
}

/** Maximum width of the box in px; it stays inside the editor. */
const boxWidth = 320;

function useShownLink(editor: LexicalEditor, edited: NodeKey | null): ShownLink | null {
  const [shown, setShown] = useState<ShownLink | null>(null);
  useEffect(() => {
    const follow = () => {
      if (editor.isComposing()) return;
      const next = editor.read("latest", () => $shownLink(editor, edited));
      setShown((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next));
    };
    follow();
    window.addEventListener("resize", follow);
    return mergeRegister(editor.registerUpdateListener(follow), () =>
      window.removeEventListener("resize", follow),
    );
  }, [editor, edited]);
  return shown;
}

function $shownLink(editor: LexicalEditor, edited: NodeKey | null): ShownLink | null {
  const link = edited === null ? $linkAtSelection() : $getNodeByKey(edited);
  const frame = editor.getRootElement()?.parentElement;
  if (!$isLinkNode(link) || !frame || !editor.isEditable()) return null;
  const first = editor.getElementByKey(link.getKey())?.getClientRects()[0];
  if (!first) return null;
  const { top, left, width } = frame.getBoundingClientRect();
  return {
    key: link.getKey(),
    address: link.getURL(),
    top: first.bottom - top + 6,
    left: Math.max(8, Math.min(first.left - left, width - boxWidth - 8)),
  };
}

/** State of the edited link. The toolbar's button adds and removes a link; Ctrl+K edits without removing. */
export function useLinkEdit(editor: LexicalEditor) {
  const [edited, edit] = useState<NodeKey | null>(null);

  const toggle = useCallback(() => {
    let key: NodeKey | null = null;
    editor.update(
      () => {
        const link = $linkAtSelection();
        if (link) $unlink(link);
        else key = $wrapInLink();
      },
      { discrete: true, tag: HISTORY_PUSH_TAG },
    );
    edit(key);
  }, [editor]);

  useEffect(
    () =>
      editor.registerCommand(
        KEY_DOWN_COMMAND,
        (event) => {
          if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
          const link = $linkAtSelection();
          // Elsewhere the shortcut opens the palette (spec/daily-use.md §7.3).
          if (!link && $getSelection()?.isCollapsed() !== false) return false;
          event.preventDefault();
          edit(link?.getKey() ?? $wrapInLink());
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor],
  );
  return { edited, edit, toggle };
}
