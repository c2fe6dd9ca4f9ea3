import { useState } from "react";
import { Button, ButtonLink, type ButtonLook } from "#web/ui/button.tsx";
import { Check } from "#web/ui/check.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRadio, MenuRule } from "#web/ui/menu.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Choices, Select } from "#web/ui/select.tsx";
import { Tag, TagPick } from "#web/ui/tag.tsx";
import styles from "./dev-ui.module.css";
import { InStates } from "./in-states.tsx";
import type { Specimen } from "./specimen.ts";

const looks = [
  "primary",
  "action",
  "problem",
  "soft",
  "neutral",
  "ghost",
  "danger",
  "dangerSoft",
  "kakao",
] as const satisfies readonly ButtonLook["look"][];

const roles = [
  { value: "co", label: "공동 방장으로 지정" },
  { value: "delegate", label: "방장으로 위임" },
] as const;
const categories = ["코딩 테스트", "스터디 복습", "스터디 예습", "스터디"];

function PagesSpecimen() {
  const [page, setPage] = useState(3);
  return <Pagination page={page} totalPages={9} onPage={setPage} />;
}

function SegmentsSpecimen() {
  const [value, setValue] = useState<"all" | "open">("all");
  return (
    <Segments
      label="모집 상태"
      value={value}
      onPick={setValue}
      options={[
        ["all", "전체"],
        ["open", "모집중"],
      ]}
    />
  );
}

function SelectSpecimen() {
  const [role, setRole] = useState<"co" | "delegate" | null>(null);
  const [topic, setTopic] = useState<string | null>(null);
  return (
    <div className={styles.row}>
      <div className={styles.field}>
        <Select label="태그" placeholder="선택" options={categories} value={topic} onPick={setTopic} />
      </div>
      <Choices aria-label="상태 변경" pill placeholder="선택" choices={roles} value={role} onPick={setRole} />
    </div>
  );
}

function MenuSpecimen() {
  const [isLight, setLight] = useState(true);
  return (
    <Menu align="start" trigger={<Button look="neutral">메뉴</Button>}>
      <MenuLink to="/dev/ui">
        <Icon name="user" />
        마이페이지
      </MenuLink>
      <MenuRule />
      <MenuGroup label="화면">
        <MenuRadio picked={isLight} onPick={() => setLight(true)}>
          <Icon name="sun" />
          밝게
        </MenuRadio>
        <MenuRadio picked={!isLight} onPick={() => setLight(false)}>
          <Icon name="moon" />
          어둡게
        </MenuRadio>
      </MenuGroup>
      <MenuItem danger onClick={() => undefined}>
        로그아웃
      </MenuItem>
    </Menu>
  );
}

/** What is pressed, picked and ticked. */
export const controls: readonly Specimen[] = [
  {
    title: "버튼",
    files: ["button.tsx", "spinner.tsx"],
    Show: () => (
      <div className={styles.column}>
        {looks.map((look) => (
          <InStates
            key={look}
            more={{
              "기다릴 때": (
                <Button look={look} pending>
                  {look}
                </Button>
              ),
              "쓸 수 없을 때": (
                <Button look={look} disabled>
                  {look}
                </Button>
              ),
            }}
          >
            <Button look={look}>{look}</Button>
          </InStates>
        ))}
        <div className={styles.row}>
          <Button size="small">small</Button>
          <Button>medium</Button>
          <Button size="large">large</Button>
          <ButtonLink to="/dev/ui" look="soft">
            링크
          </ButtonLink>
        </div>
      </div>
    ),
  },
  {
    title: "아이콘 버튼",
    files: ["icon-button.tsx", "copy-button.tsx"],
    Show: () => (
      <>
        {(["plain", "line", "danger"] as const).map((look) => (
          <InStates
            key={look}
            more={{ "쓸 수 없을 때": <IconButton look={look} icon="pencil" label="수정" disabled /> }}
          >
            <IconButton look={look} icon="pencil" label="수정" />
          </InStates>
        ))}
        <InStates>
          <CopyButton text={() => "복사"} />
        </InStates>
      </>
    ),
  },
  {
    title: "고르기",
    files: ["select.tsx", "segments.tsx", "check.tsx", "pagination.tsx"],
    Show: () => (
      <div className={styles.column}>
        <InStates>
          <SelectSpecimen />
        </InStates>
        <InStates>
          <SegmentsSpecimen />
        </InStates>
        <InStates
          more={{
            "쓸 수 없을 때": (
              <Check disabled onCheck={() => undefined}>
                동의합니다.
              </Check>
            ),
          }}
        >
          <Check onCheck={() => undefined}>동의합니다.</Check>
        </InStates>
        <InStates>
          <PagesSpecimen />
        </InStates>
      </div>
    ),
  },
  {
    title: "메뉴",
    files: ["menu.tsx", "menu-parts.tsx"],
    Show: MenuSpecimen,
  },
  {
    title: "태그",
    files: ["tag.tsx"],
    Show: () => (
      <>
        <div className={styles.row}>
          {categories.map((category) => (
            <Tag key={category} category={category} />
          ))}
        </div>
        <InStates more={{ "골랐을 때": <TagPick category="스터디" pressed onPick={() => undefined} /> }}>
          <TagPick category="스터디" pressed={false} onPick={() => undefined} />
        </InStates>
      </>
    ),
  },
];
