import { useQuery } from "@tanstack/react-query";
import { byteOrderMark } from "#contracts/csv";
import { isRealDate } from "#contracts/dates";
import type { Rhythm } from "#contracts/rhythm/api";
import { getAttendance } from "#contracts/rhythm/api";
import { signNames } from "#web/features/team/rhythm/day-texts.ts";
import { rhythmQuery } from "#web/features/team/rhythm/queries.ts";
import { Sign } from "#web/features/team/rhythm/sign.tsx";
import { TeamRoute } from "#web/features/team/team-route.tsx";
import { readCsv } from "#web/lib/calls/api.ts";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { download, fileNameOf } from "#web/lib/download.ts";
import { useOwnTeamName } from "#web/lib/member-info.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { useAddress } from "#web/lib/use-address.ts";
import { useOnce } from "#web/lib/use-once.ts";
import { useResult } from "#web/ui/announcer.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { firstOfMonth, monthLabel } from "#web/ui/month-calendar-days.ts";
import { SectionTitle } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./attendance.module.css";
import { isEmptyMonth, monthAddress } from "./attendance-days.ts";
import { AttendanceTable } from "./attendance-table.tsx";
import { attendanceQuery } from "./queries.ts";
import { RhythmFrame } from "./settings-frame.tsx";

export const prefetch: PagePrefetch = (client, { teamId = "" }, search) => {
  if (!/^\d+$/.test(teamId)) return;
  void client.prefetchQuery(rhythmQuery(Number(teamId)));
  const { month } = monthAddress.read(search);
  if (month !== null) void client.prefetchQuery(attendanceQuery(Number(teamId), month));
};

/** Who wrote on which days of a month (spec/rhythm.md §5), for members. */
export const AttendancePage = () => <TeamRoute page={AttendanceScreen} />;

const AttendanceScreen = ({ teamId }: { teamId: number }) => (
  <RhythmFrame teamId={teamId} width="wide" skeleton={<AttendanceSkeleton />}>
    {(rhythm, isManager) => <Month teamId={teamId} rhythm={rhythm} isManager={isManager} />}
  </RhythmFrame>
);

interface MonthProps {
  readonly teamId: number;
  readonly rhythm: Rhythm;
  readonly isManager: boolean;
}

const none = "이달에는 기록이 없어요";

function Month({ teamId, rhythm, isManager }: MonthProps) {
  const { state, change } = useAddress(monthAddress);
  const present = rhythm.today.date.slice(0, 7);
  const month = state.month ?? present;
  const query = useQuery(attendanceQuery(teamId, month));
  const isEmpty = query.data && isEmptyMonth(query.data, rhythm, month);
  const label = monthLabel(month);
  useResult(label, query.data && (isEmpty ? none : "출석"));
  const neighbour = (by: number) => firstOfMonth(`${month}-01`, by).slice(0, 7);
  const step = (name: string, icon: "left" | "right", by: number) => {
    const to = neighbour(by);
    return (
      <IconButton
        icon={icon}
        label={name}
        disabled={!isRealDate(`${to}-01`)}
        onClick={() => change({ month: to === present ? null : to })}
      />
    );
  };
  return (
    <>
      <div className={styles.head}>
        <SectionTitle className={styles.month}>{label}</SectionTitle>
        <span className={styles.steps}>
          {step("이전 달", "left", -1)}
          {step("다음 달", "right", 1)}
        </span>
        {isManager && isEmpty === false && <CsvButton teamId={teamId} month={month} />}
      </div>
      <Fetched query={query} failed="출석을 가져오지 못했어요" skeleton={<TableSkeleton />}>
        {(attendance) =>
          isEmpty ? (
            <Card>
              <EmptyState title={none} />
            </Card>
          ) : (
            <>
              <AttendanceTable
                key={month}
                teamId={teamId}
                label={`${label} 출석`}
                attendance={attendance}
                rhythm={rhythm}
                isManager={isManager}
              />
              <Legend />
            </>
          )
        }
      </Fetched>
    </>
  );
}

const Legend = () => (
  <ul className={styles.legend} aria-label="표시">
    {(["wrote", "excused", "rest", "missed"] as const).map((kind) => (
      <li key={kind}>
        <Sign kind={kind} />
        {signNames[kind]}
      </li>
    ))}
  </ul>
);

/** The month as a file from the server, without reasons. */
function CsvButton({ teamId, month }: { teamId: number; month: string }) {
  const teamName = useOwnTeamName(teamId) ?? "";
  const save = useOnce(async () => {
    try {
      const text = await readCsv(getAttendance, { params: { teamId }, query: { month } });
      download(fileNameOf(teamName, "출석", month, "csv"), byteOrderMark + text, "text/csv");
    } catch (error) {
      toast.error(serverMessage(error) ?? "출석을 내려받지 못했습니다.");
    }
  });
  return (
    <Button look="neutral" size="small" className={styles.csv} onClick={() => void save()}>
      <Icon name="download" size="small" />
      CSV 내려받기
    </Button>
  );
}

const AttendanceSkeleton = () => (
  <>
    <div className={styles.head}>
      <Skeleton width={140} height={28} />
    </div>
    <TableSkeleton />
  </>
);

const TableSkeleton = () => (
  <Card className={styles.waiting} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {[96, 72, 108, 84].map((width) => (
      <Skeleton key={width} width={width} height={18} />
    ))}
  </Card>
);
