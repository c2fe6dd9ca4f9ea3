import { useLayoutEffect, useRef } from "react";
import { limits } from "#contracts/limits";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { singleLine } from "#contracts/texts";
import { TextArea } from "#web/ui/input.tsx";
import type { FieldProps, FurtherFieldsOf } from "../../editor/writing/further-fields.ts";
import styles from "./recruitment.module.css";

/** Contact of the author for applicants, in a field that grows with its text (spec/ui.md §13.3). */
function ContactField({ value, busy, onText }: FieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text has to be measured
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [value]);
  return (
    <div className={styles.contactFieldBox}>
      <TextArea
        ref={area}
        className={styles.contactFieldArea}
        label="연락 방법"
        hint="방장은 신청자가 연락할 수 있는 방법을 반드시 적어 주세요."
        placeholder="예시: 오픈채팅 주소, 디스코드 주소, 연락처 등"
        rows={1}
        required
        max={limits.recruitContact}
        value={value}
        readOnly={busy}
        aria-busy={busy || undefined}
        onText={onText}
      />
    </div>
  );
}

/** The fields of a recruitment beside title and text. */
export const recruitmentFields: FurtherFieldsOf<RecruitmentDetail> = {
  contact: {
    place: "below",
    Input: ContactField,
    shown: (text) => (
      <p className={styles.conflictContact}>
        <b>연락 방법</b>
        {text}
      </p>
    ),
    isProse: true,
    sent: singleLine,
    of: ({ chatUrl }) => chatUrl,
  },
};
