import { useId, useState } from "react";
import { Check } from "#web/ui/check.tsx";
import { cx } from "#web/ui/cx.ts";
import { FieldGroup } from "#web/ui/field.tsx";
import { linkClass } from "#web/ui/page.tsx";
import { lacking } from "#web/ui/wrong-fields.ts";
import styles from "./policy-consent.module.css";

const policy: readonly (readonly [heading: string, text: string])[] = [
  ["모으는 정보", "닉네임, 프로필 이미지, 프로필 설명과 로그인을 확인하기 위한 소셜 계정 식별자를 모읍니다."],
  [
    "쓰는 곳",
    "팀 페이지와 모집글에서 나를 알아볼 수 있게 하는 데에만 씁니다. 다른 곳에 넘기거나 팔지 않습니다.",
  ],
  ["지키는 방법", "개인을 알아볼 수 있는 내용은 회원마다 다른 열쇠로 암호화하여 보관합니다."],
  [
    "지키는 기간",
    "탈퇴하면 글과 프로필, 신청 내역을 바로 지우고 암호 열쇠를 없애요. 데이터베이스 파일에 남은 흔적도 하루 안에 지워요.",
  ],
  [
    "더 오래 남는 것",
    "탈퇴 전에 만든 백업과 복제본, 데이터베이스 변경 기록의 보관본에는 운영자가 정한 보관 기간이 끝날 때까지 남을 수 있어요. 백업을 되살려도 탈퇴한 회원의 정보는 다시 지워요.",
  ],
];

/** `정책 동의`: a checkbox and the policy, which expands below it. */
export function PolicyConsent({
  checked,
  onCheck,
}: {
  checked: boolean;
  onCheck: (checked: boolean) => void;
}) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <div className={styles.policy}>
      <FieldGroup label="정책 동의">
        <div className={styles.row}>
          <Check checked={checked} aria-required {...lacking(!checked)} onCheck={onCheck}>
            개인정보 보호정책에 동의합니다.
          </Check>
          <button
            type="button"
            className={cx(linkClass, styles.more)}
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
          >
            자세히보기
          </button>
        </div>
        {unfolded && (
          <dl className={styles.text} id={id} tabIndex={0}>
            {policy.map(([heading, text]) => [<dt key={heading}>{heading}</dt>, <dd key={text}>{text}</dd>])}
          </dl>
        )}
      </FieldGroup>
    </div>
  );
}
