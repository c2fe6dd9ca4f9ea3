import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { compressPicture, refusalOf } from "#web/lib/picture.ts";
import { Button } from "./button.tsx";
import { Cover } from "./cover.tsx";
import { cx } from "./cx.ts";
import { Hint } from "./hint.tsx";
import { Icon } from "./icon.tsx";
import styles from "./image-input.module.css";
import { Row, Stack } from "./layout.tsx";
import { lacking } from "./wrong-fields.ts";

/**
 * Picture of a profile or team (spec/ui.md §8.3): PNG or JPEG of at most 10 MB by dragging or choosing. Any other file
 * is rejected: `onChange` reports `valid: false` with the picture that is still chosen, until another is chosen or the
 * choice is cleared. An accepted picture is previewed and passed on as JPEG of quality 0.8.
 */
export function ImageInput({
  present,
  round = false,
  onChange,
  children,
}: {
  /** Path of the stored picture. */
  present?: string | null | undefined;
  /** Set for a member's picture. */
  round?: boolean;
  onChange: (picture: Blob | null, valid: boolean) => void;
  /** Shown without a picture. */
  children?: ReactNode;
}) {
  const file = useRef<HTMLInputElement>(null);
  const latest = useRef(0);
  const [preview, setPreview] = useState<string>();
  const taken = useRef<Blob | null>(null);
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<"type" | "size" | null>(null);
  const hint = useId();
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const turn = ++latest.current;
    const refused = refusalOf(chosen);
    const picture = refused ? null : await compressPicture(chosen);
    if (turn !== latest.current) return;
    if (!picture) {
      setRefusal(refused ?? "type");
      onChange(taken.current, false);
      return;
    }
    setRefusal(null);
    taken.current = picture;
    setPreview(URL.createObjectURL(picture));
    onChange(picture, true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <Stack gap={8}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button inside */}
      <div
        className={cx(styles.input, over && styles.over, refusal && styles.error)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className={cx(styles.preview, round && styles.round)}>
          {preview || present ? (
            <Cover src={preview ?? present} alt="선택한 이미지" shape="box" />
          ) : (
            (children ?? <Icon name="image" size="large" />)
          )}
        </span>
        <div>
          <b className={styles.title}>이미지를 드래그하세요</b>
          <ul className={styles.rules}>
            <li>JPG, PNG</li>
            <li>10MB 용량 제한</li>
            <li>500x500 px 사이즈 권장</li>
          </ul>
          <Button
            look="neutral"
            size="small"
            aria-describedby={refusal ? hint : undefined}
            {...lacking(refusal !== null)}
            onClick={() => file.current?.click()}
          >
            <Icon name="upload" size="small" />
            이미지 업로드
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            accept="image/png,image/jpeg"
            aria-label="이미지 업로드"
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </div>
      </div>
      {refusal && (
        <Row gap={8} wrap justify="space-between">
          <Hint id={hint} tone="error">
            {refusal === "size" ? "10MB 용량을 초과했습니다" : "JPG, PNG 이미지만 올릴 수 있어요"}
          </Hint>
          <Button
            look="ghost"
            size="small"
            onClick={() => {
              setRefusal(null);
              onChange(taken.current, true);
            }}
          >
            이 파일 빼기
          </Button>
        </Row>
      )}
    </Stack>
  );
}
