import { useState } from "react";
import { Counter } from "#web/ui/counter.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { ImageInput } from "#web/ui/image-input.tsx";
import { inputClass, TextArea, TextInput } from "#web/ui/input.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { TeamFields } from "#web/ui/team-fields.tsx";
import { emptyTeamForm } from "#web/ui/team-form.ts";
import styles from "./dev-ui.module.css";
import { InStates } from "./in-states.tsx";
import type { Specimen } from "./specimen.ts";

function InputSpecimen({ error = false, disabled = false }: { error?: boolean; disabled?: boolean }) {
  const [text, setText] = useState("새벽네시반");
  return (
    <div className={styles.field}>
      <TextInput
        label="팀 이름"
        max={10}
        value={text}
        onText={setText}
        disabled={disabled}
        tone={error ? "error" : "ok"}
        hint={error ? "이미 있는 이름이에요" : "조건과 일치해요"}
      />
    </div>
  );
}

function AreaSpecimen() {
  const [text, setText] = useState("");
  return (
    <div className={styles.field}>
      <TextArea
        label="팀 설명"
        max={50}
        placeholder="우리 팀에 대해 설명해주세요"
        value={text}
        onText={setText}
      />
    </div>
  );
}

function SearchSpecimen() {
  const [text, setText] = useState("그래프");
  return <SearchInput label="팀 이름으로 찾기" value={text} onText={setText} />;
}

function TeamFieldsSpecimen() {
  const [form, setForm] = useState(emptyTeamForm);
  return <TeamFields form={form} error={null} onForm={setForm} onPicture={() => undefined} />;
}

/** Where something is typed or chosen. */
export const fields: readonly Specimen[] = [
  {
    title: "입력",
    files: ["input.tsx", "search-input.tsx"],
    Show: () => (
      <>
        <InStates more={{ 오류: <InputSpecimen error />, "쓸 수 없을 때": <InputSpecimen disabled /> }}>
          <InputSpecimen />
        </InStates>
        <InStates>
          <AreaSpecimen />
        </InStates>
        <InStates>
          <SearchSpecimen />
        </InStates>
      </>
    ),
  },
  {
    title: "칸과 글자 수",
    files: ["field.tsx", "counter.tsx", "hint.tsx"],
    Show: () => (
      <div className={styles.column}>
        <Field label="비밀번호" note="선택" hint="숫자 4자리를 입력해주세요" max={4} value="0430">
          {(control) => <input {...control} className={inputClass} defaultValue="0430" />}
        </Field>
        <FieldGroup label="주제">
          <Hint>고르지 않아도 돼요</Hint>
        </FieldGroup>
        <div className={styles.row}>
          <Counter text="세 글자" max={10} />
          <Counter text="가득" max={2} />
          <Hint tone="ok">조건과 일치해요</Hint>
          <Hint tone="error">다시 입력해주세요</Hint>
        </div>
      </div>
    ),
  },
  {
    title: "이미지",
    files: ["image-input.tsx"],
    Show: () => (
      <div className={styles.column}>
        <InStates>
          <ImageInput onChange={() => undefined} />
        </InStates>
        <ImageInput round present="/icon-192.png" onChange={() => undefined} />
      </div>
    ),
  },
  { title: "팀 정보", files: ["team-fields.tsx"], Show: TeamFieldsSpecimen },
];
