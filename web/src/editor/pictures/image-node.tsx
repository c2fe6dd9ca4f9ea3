import { $dfs } from "@lexical/utils";
import {
  $applyNodeReplacement,
  DecoratorNode,
  type DOMConversionMap,
  type DOMExportOutput,
  type EditorConfig,
  type LexicalNode,
  type NodeKey,
  type SerializedLexicalNode,
  type Spread,
} from "lexical";
import type { JSX } from "react";
import { sanitiseAttribute } from "#contracts/html";
import { ImageView } from "./image-view.tsx";

interface ImageFields {
  /** An object URL for a new picture, a path below `/images/` for a stored one. */
  readonly src: string;
  readonly altText: string;
  /** Pixels; 0 means inherited. */
  readonly width?: number;
  readonly height?: number;
  /** Pixels. */
  readonly maxWidth?: number;
}

type SerializedImage = Spread<Required<ImageFields>, SerializedLexicalNode>;

const defaultMaxWidth = 600;

/** The picture of a body, inside a paragraph (spec/ui.md §17.5). */
export class ImageNode extends DecoratorNode<JSX.Element> {
  __src: string;
  __altText: string;
  __width: number;
  __height: number;
  __maxWidth: number;

  static override getType(): string {
    return "image";
  }

  static override clone(node: ImageNode): ImageNode {
    return new ImageNode(
      {
        src: node.__src,
        altText: node.__altText,
        width: node.__width,
        height: node.__height,
        maxWidth: node.__maxWidth,
      },
      node.__key,
    );
  }

  static override importJSON(json: SerializedImage): ImageNode {
    // A clipboard may contain any JSON.
    const { src, altText, width, height, maxWidth } = json;
    const fields = {
      src: textOf(src),
      altText: textOf(altText),
      width: sizeOf(width),
      height: sizeOf(height),
    };
    return $createImageNode({ ...fields, maxWidth: sizeOf(maxWidth) || defaultMaxWidth }).updateFromJSON(
      json,
    );
  }

  static override importDOM(): DOMConversionMap {
    return {
      img: () => ({
        priority: 0,
        conversion: (element) => {
          const src = element.getAttribute("src") ?? "";
          const altText = element.getAttribute("alt") ?? "";
          return { node: isPictureSource(src) ? $createImageNode({ src, altText }) : null };
        },
      }),
    };
  }

  constructor(fields: ImageFields = { src: "", altText: "" }, key?: NodeKey) {
    super(key);
    this.__src = fields.src;
    this.__altText = fields.altText;
    this.__width = fields.width ?? 0;
    this.__height = fields.height ?? 0;
    this.__maxWidth = fields.maxWidth ?? defaultMaxWidth;
  }

  override exportJSON(): SerializedImage {
    return {
      ...super.exportJSON(),
      src: this.__src,
      altText: this.__altText,
      width: this.__width,
      height: this.__height,
      maxWidth: this.__maxWidth,
    };
  }

  override exportDOM(): DOMExportOutput {
    const element = document.createElement("img");
    element.setAttribute("src", this.__src);
    element.setAttribute("alt", this.__altText);
    return { element };
  }

  override createDOM(config: EditorConfig): HTMLElement {
    const element = document.createElement("span");
    if (config.theme.image) element.className = config.theme.image;
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  getSrc(): string {
    return this.getLatest().__src;
  }

  override decorate(): JSX.Element {
    return (
      <ImageView
        nodeKey={this.getKey()}
        src={this.__src}
        altText={this.__altText}
        width={this.__width}
        height={this.__height}
        maxWidth={this.__maxWidth}
      />
    );
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const sizeOf = (value: unknown): number => (typeof value === "number" && value > 0 ? value : 0);

/**
 * Pictures of other sites cannot be stored: a body refers only to its own picture (spec/wire-contract.md §7), by the
 * same paths that a body may contain. Browsers would resolve `/images/../x` to another path.
 */
export const isPictureSource = (src: string) =>
  src.startsWith("blob:") ||
  (src.startsWith("/images/") && sanitiseAttribute("img", "src", src, false) !== undefined);

export const $createImageNode = (fields: ImageFields): ImageNode =>
  $applyNodeReplacement(new ImageNode(fields));

export const $isImageNode = (node: LexicalNode | null | undefined): node is ImageNode =>
  node instanceof ImageNode;

/** In document order. */
export const $images = (): ImageNode[] =>
  $dfs()
    .map(({ node }) => node)
    .filter($isImageNode);
