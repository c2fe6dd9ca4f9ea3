import { $isCodeNode, CodeNode } from "@lexical/code";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useLexicalEditable } from "@lexical/react/useLexicalEditable";
import {
  $getNearestNodeFromDOMNode,
  $getNodeByKey,
  type LexicalEditor,
  mergeRegister,
  type NodeKey,
} from "lexical";
import { useCallback, useEffect, useState } from "react";
import codeStyles from "../../ui/body-view.module.css";
import { languageLabel, languages } from "../../ui/code-language.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { debounced } from "../debounced.ts";
import styles from "../editor.module.css";

interface Header {
  readonly key: NodeKey;
  readonly language: string;
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

/**
 * Language and copy button above every code block, rendered over the text instead of in it, so that the caret never
 * enters them.
 */
export function CodeBlockHeaders() {
  const [editor] = useLexicalComposerContext();
  const isEditable = useLexicalEditable();
  const headers = useHeaders();
  const hovered = useHoveredCode(editor);
  const codeText = (key: NodeKey) => editor.read("latest", () => $getNodeByKey(key)?.getTextContent() ?? "");
  const setLanguage = (key: NodeKey, language: string) =>
    editor.update(() => {
      const node = $getNodeByKey(key);
      if ($isCodeNode(node)) node.setLanguage(language);
    });

  return headers.map(({ key, language, top, left, width }) => (
    <div
      key={key}
      className={`${codeStyles.codeHead} ${styles.codeHead}`}
      style={{ top, left, width }}
      data-code-head={key}
      data-hovered={hovered === key}
    >
      {isEditable ? (
        <select
          aria-label="코드 언어"
          className={styles.language}
          value={language}
          onChange={(event) => setLanguage(key, event.target.value)}
        >
          {options(language).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <span>{languageLabel(language)}</span>
      )}
      <CopyButton text={() => codeText(key)} />
    </div>
  ));
}

/** A language that is stored in the body stays among the options. */
const options = (current: string) =>
  languages.some(([name]) => name === current)
    ? languages
    : [...languages, [current, languageLabel(current)] as const];

function useHeaders(): readonly Header[] {
  const [editor] = useLexicalComposerContext();
  const [keys, setKeys] = useState<readonly NodeKey[]>([]);
  const [headers, setHeaders] = useState<readonly Header[]>([]);

  const measure = useCallback(() => {
    if (keys.length === 0) {
      setHeaders((current) => (current.length === 0 ? current : []));
      return;
    }
    const next = editor.read("latest", () =>
      keys.flatMap((key): Header[] => {
        const node = $getNodeByKey(key);
        const element = editor.getElementByKey(key);
        if (!$isCodeNode(node) || !element) return [];
        const { offsetTop: top, offsetLeft: left, offsetWidth: width } = element;
        return [{ key, language: node.getLanguage() ?? "plain", top, left, width }];
      }),
    );
    setHeaders((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next));
  }, [editor, keys]);

  useEffect(
    () =>
      editor.registerMutationListener(CodeNode, (changes) => {
        setKeys((current) => {
          const next = new Set(current);
          for (const [key, change] of changes) {
            if (change === "destroyed") next.delete(key);
            else next.add(key);
          }
          return next.size === current.length && current.every((key) => next.has(key)) ? current : [...next];
        });
      }),
    [editor],
  );

  useEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    let frame = 0;
    // Measured once before the next paint, which computes the layout anyway; measuring immediately would compute it
    // twice per key.
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    return mergeRegister(
      editor.registerUpdateListener(measureSoon),
      editor.registerRootListener((root, previous) => {
        if (previous) observer.unobserve(previous);
        if (root) observer.observe(root);
      }),
      () => {
        observer.disconnect();
        cancelAnimationFrame(frame);
      },
    );
  }, [editor, measure]);

  return headers;
}

/** Delay after which the copy button follows the pointer (spec/ui.md §17.4). */
const waitMs = 50;
const maxMs = 1000;

/** The code block under the pointer, or under its header (`data-code-head` holds its key). */
function useHoveredCode(editor: LexicalEditor): NodeKey | null {
  const [hovered, setHovered] = useState<NodeKey | null>(null);
  useEffect(() => {
    const show = debounced(setHovered, waitMs, maxMs);
    const follow = ({ target }: MouseEvent) =>
      show(target instanceof Element ? codeAt(editor, target) : null);
    const stop = editor.registerRootListener((root, previous) => {
      previous?.parentElement?.removeEventListener("mousemove", follow);
      root?.parentElement?.addEventListener("mousemove", follow);
    });
    return () => {
      stop();
      show.cancel();
      editor.getRootElement()?.parentElement?.removeEventListener("mousemove", follow);
    };
  }, [editor]);
  return hovered;
}

function codeAt(editor: LexicalEditor, target: Element): NodeKey | null {
  const header = target.closest<HTMLElement>("[data-code-head]");
  if (header) return header.dataset.codeHead ?? null;
  if (!editor.getRootElement()?.contains(target)) return null;
  return editor.read("latest", () => {
    const block = $getNearestNodeFromDOMNode(target)?.getTopLevelElement();
    return $isCodeNode(block) ? block.getKey() : null;
  });
}
