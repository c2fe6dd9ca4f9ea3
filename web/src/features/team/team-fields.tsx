import { defaultTeamPicture } from "#contracts/images/api";
import { limits } from "#contracts/limits";
import { topics } from "#contracts/team/api";
import { fieldErrors } from "#web/lib/calls/api-error.ts";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { FieldGroup } from "#web/ui/field.tsx";
import page from "#web/ui/form-page.module.css";
import { ImageInput } from "#web/ui/image-input.tsx";
import { TextArea, TextInput } from "#web/ui/input.tsx";
import { Row } from "#web/ui/layout.tsx";
import { TagToggle } from "#web/ui/tag.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import styles from "./team-fields.module.css";
import { fulfilled, type TeamForm } from "./team-form.ts";

interface TeamFieldsProps {
  readonly form: TeamForm;
  /** The stored team with the path of its icon; absent for a new one, whose fields are all required. */
  readonly stored?: { readonly teamId: number; readonly icon: string };
  /** The error of the last attempt; its messages for fields are shown below the fields. */
  readonly error: unknown;
  /** Message why the typed limit is invalid. */
  readonly limitError?: string | undefined;
  readonly onForm: (form: TeamForm) => void;
  /** `valid` is false for a refused file; `picture` is then the previously chosen one, which remains selected. */
  readonly onPicture: (picture: Blob | null, valid: boolean) => void;
}

const matching = "조건과 일치해요";

/** The fields of a team with their counters and hints (spec/ui.md §9.2). */
export function TeamFields({ form, stored, error, limitError, onForm, onPicture }: TeamFieldsProps) {
  const put = (change: Partial<TeamForm>) => onForm({ ...form, ...change });
  const errors = fieldErrors(error);
  const holds = fulfilled(form);
  const isNew = stored === undefined;
  /** `begun` matches what may still become right. */
  const hint = (field: "memberLimit" | "password", wanted: string, begun: RegExp) => {
    const tone = holds[field] ? "ok" : begun.test(form[field]) ? "plain" : "error";
    return { hint: tone === "ok" ? matching : wanted, tone, lacks: !holds[field] } as const;
  };
  const errorOf = (field: string, here?: string) => {
    const text = here ?? errors[field];
    return text ? ({ hint: text, tone: "error" } as const) : undefined;
  };

  return (
    <Card className={cx(page.box, styles.fields)}>
      <TextInput
        label="팀 이름"
        placeholder="팀 이름을 입력해주세요"
        autoComplete="off"
        max={limits.teamName}
        value={form.teamName}
        required={isNew}
        onText={(teamName) => put({ teamName })}
        {...errorOf("teamName")}
      />
      <TextArea
        label="팀 설명"
        placeholder="우리 팀에 대해 설명해주세요"
        max={limits.teamExplain}
        value={form.teamExplain}
        required={isNew}
        onText={(teamExplain) => put({ teamExplain })}
        {...errorOf("teamExplain")}
      />
      <FieldGroup label="팀 아이콘" note="선택">
        <ImageInput present={stored?.icon === defaultTeamPicture ? null : stored?.icon} onChange={onPicture}>
          {stored && <TeamPicture teamId={stored.teamId} src={stored.icon} shape="box" />}
        </ImageInput>
      </FieldGroup>
      <FieldGroup label="주제" required lacks={form.topic === null}>
        <Row gap={8}>
          {topics.map((topic) => (
            <TagToggle
              key={topic}
              category={topic}
              pressed={form.topic === topic}
              onPick={() => put({ topic })}
            />
          ))}
        </Row>
      </FieldGroup>
      <div className={styles.pair}>
        <TextInput
          label="인원 제한"
          placeholder="제한인원 입력"
          inputMode="numeric"
          autoComplete="off"
          value={form.memberLimit}
          required
          onText={(memberLimit) => put({ memberLimit })}
          {...hint("memberLimit", `최대 ${limits.memberLimit}명 제한`, /^$/)}
          {...errorOf("memberLimit", holds.memberLimit ? limitError : undefined)}
        />
        <TextInput
          label="입장 비밀번호"
          placeholder="비밀번호 입력"
          inputMode="numeric"
          autoComplete="off"
          value={form.password}
          required={isNew}
          onText={(password) => put({ password })}
          {...hint("password", "숫자 4자리를 입력해주세요", /^\d{0,3}$/)}
          {...errorOf("password")}
        />
      </div>
    </Card>
  );
}
