import { describe, expect, it, vi } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { type JoinAnswer, joinMachine } from "./join-machine.ts";

function given(answers: (JoinAnswer | Error)[], { visitor = false, refreshFails = false } = {}) {
  let isVisitor = visitor;
  const told: string[] = [];
  const sent: string[] = [];
  const refresh = vi.fn();
  const goToLogin = vi.fn();
  const actor = createActor(
    joinMachine.provide({
      actors: {
        join: fromPromise<JoinAnswer, { password: string }>(async ({ input }) => {
          sent.push(input.password);
          const answer = answers.shift();
          if (!answer || answer instanceof Error) throw answer ?? new Error("not expected");
          return answer;
        }),
        refresh: fromPromise<void>(async () => {
          refresh();
          if (refreshFails) throw new Error("offline");
        }),
        tell: fromPromise<void, { text: string }>(async ({ input }) => {
          told.push(input.text);
        }),
      },
      actions: { goToLogin },
      guards: { isVisitor: () => isVisitor },
    }),
  ).start();
  const reach = (state: "closed" | "typing") => waitFor(actor, (snapshot) => snapshot.matches(state));
  const submit = (password: string) => {
    actor.send({ type: "TYPE", password });
    actor.send({ type: "SUBMIT" });
  };
  const loseLogin = () => {
    isVisitor = true;
  };
  return { actor, told, sent, refresh, goToLogin, reach, submit, loseLogin };
}

describe("joining by password", () => {
  it("sends a visitor to the login and opens no window", () => {
    const { actor, goToLogin } = given([], { visitor: true });
    actor.send({ type: "OPEN" });
    expect(goToLogin).toHaveBeenCalledOnce();
    expect(actor.getSnapshot().value).toBe("closed");
  });

  it("sends to the login whoever has lost it while typing, without another word", () => {
    const { actor, goToLogin, told, sent, submit, loseLogin } = given([]);
    actor.send({ type: "OPEN" });
    loseLogin();
    submit("4821");
    expect(goToLogin).toHaveBeenCalledOnce();
    expect(actor.getSnapshot().value).toBe("closed");
    expect({ told, sent }).toEqual({ told: [], sent: [] });
  });

  it("refuses anything but four characters after trimming without asking the server", async () => {
    const { actor, told, sent, reach, submit } = given([]);
    actor.send({ type: "OPEN" });
    for (const password of ["", "482", "48211", "  48 "]) {
      submit(password);
      await reach("typing");
    }
    expect(told).toEqual(Array(4).fill("비밀번호 4자리를 입력해 주세요."));
    expect(sent).toEqual([]);
  });

  it("trims, joins, fetches everything again and closes", async () => {
    const { actor, sent, refresh, told, reach, submit } = given([{ joined: true }]);
    actor.send({ type: "OPEN" });
    submit(" 4821 ");
    await reach("closed");
    expect(sent).toEqual(["4821"]);
    expect(refresh).toHaveBeenCalledOnce();
    expect(told).toEqual([]);
  });

  it("tells the server's message, keeps the window and what was typed, and lets the person try again", async () => {
    const wrong: JoinAnswer = { joined: false, message: "팀 비밀번호가 옳지 않습니다." };
    const { actor, told, reach, submit, refresh } = given([wrong, { joined: true }]);
    actor.send({ type: "OPEN" });
    submit("0000");
    await reach("typing");
    expect(told).toEqual(["팀 비밀번호가 옳지 않습니다."]);
    expect(actor.getSnapshot().context.password).toBe("0000");
    submit("4821");
    await reach("closed");
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("tells the fixed text when there is no answer", async () => {
    const { actor, told, reach, submit } = given([{ joined: false, message: null }, new Error("network")]);
    actor.send({ type: "OPEN" });
    submit("4821");
    await reach("typing");
    submit("4821");
    await reach("typing");
    expect(told).toEqual(["팀 가입 요청에 실패했습니다.", "팀 가입 요청에 실패했습니다."]);
  });

  it("treats an existing membership as joined", async () => {
    const { actor, told, refresh, reach, submit } = given([
      { joined: false, message: "이미 팀에 가입했습니다." },
    ]);
    actor.send({ type: "OPEN" });
    submit("4821");
    await reach("closed");
    expect(refresh).toHaveBeenCalledOnce();
    expect(told).toEqual([]);
  });

  it("says so when the lists cannot be refreshed, and closes all the same", async () => {
    const { actor, told, reach, submit } = given([{ joined: true }], { refreshFails: true });
    actor.send({ type: "OPEN" });
    submit("4821");
    await reach("closed");
    expect(told).toEqual(["팀 목록 최신화에 실패했습니다"]);
  });

  it("ignores further presses while the call runs", async () => {
    const { actor, sent, reach, submit } = given([{ joined: true }]);
    actor.send({ type: "OPEN" });
    submit("4821");
    actor.send({ type: "SUBMIT" });
    actor.send({ type: "CLOSE" });
    await reach("closed");
    expect(sent).toHaveLength(1);
  });
});
