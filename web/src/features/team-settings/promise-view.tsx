import type { Rhythm } from "#contracts/rhythm/api";
import { Card } from "#web/ui/card.tsx";
import { weekdayNames } from "#web/ui/month-calendar-days.ts";
import styles from "./promise.module.css";
import { daysText, fromText, replaceablePromise, restsText, untilText } from "./promise-choice.ts";

/** What members read. */
export function PromiseView({ rhythm }: { rhythm: Rhythm }) {
  const promise = replaceablePromise(rhythm);
  return (
    <Card className={styles.setting}>
      <EndingPromise rhythm={rhythm} />
      <dl className={styles.facts}>
        <div>
          <dt>하루의 끝</dt>
          <dd>{rhythm.dayEndsAt}</dd>
        </div>
        {promise ? (
          <>
            <div>
              <dt>쓰는 날</dt>
              <dd>
                {promise.weekdays ? (
                  <span className={styles.days}>
                    {promise.weekdays.map((day) => (
                      <span key={day}>{weekdayNames[day]}</span>
                    ))}
                  </span>
                ) : (
                  daysText(promise)
                )}
              </dd>
            </div>
            <div>
              <dt>쉬는 날</dt>
              <dd>{restsText(promise)}</dd>
            </div>
            <div>
              <dt>시작</dt>
              <dd>{fromText(promise.startsOn, rhythm.today.date)}</dd>
            </div>
          </>
        ) : (
          !rhythm.promise && (
            <div>
              <dt>약속</dt>
              <dd>아직 정하지 않았어요</dd>
            </div>
          )
        )}
      </dl>
    </Card>
  );
}

/** The promise in force while its end or a change waits. */
export function EndingPromise({ rhythm: { promise, today } }: { rhythm: Rhythm }) {
  if (!promise || promise.lastDay === null) return null;
  return (
    <p className={styles.ending}>
      <b>{untilText(promise.lastDay, today.date)}</b>
      <span>
        {daysText(promise)} · {restsText(promise)}
      </span>
    </p>
  );
}
