import styles from "./not-found.module.css";

/** The circle that searches. */
const searcher = (
  <g className={styles.float}>
    <circle cx="340" cy="166" r="74" fill="#8b90fb" />
    <circle cx="340" cy="166" r="40" style={{ fill: "light-dark(#e9eaff, #1a1b30)" }} />
    <circle cx="327" cy="160" r="5.5" style={{ fill: "light-dark(#1b1336, #f5f5fb)" }} />
    <circle cx="353" cy="160" r="5.5" style={{ fill: "light-dark(#1b1336, #f5f5fb)" }} />
    <path
      d="M332 178c4.5-4 11.5-4 16 0"
      fill="none"
      style={{ stroke: "light-dark(#1b1336, #f5f5fb)" }}
      strokeWidth="4"
      strokeLinecap="round"
    />
    <path d="M398 92c8 10 12 16 12 22a12 12 0 0 1-24 0c0-6 4-12 12-22Z" fill="#68e4ff" />
    <path
      d="M302 236v26m0 0-14 8m14-8 14 8M378 236v26m0 0-14 8m14-8 14 8"
      style={{ stroke: "#5b60ea" }}
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      fill="none"
    />
    <path
      d="M412 178c14 2 24-2 32-12"
      style={{ stroke: "#5b60ea" }}
      strokeWidth="6"
      strokeLinecap="round"
      fill="none"
    />
  </g>
);

/** The square on the unreachable node. */
const lostFriend = (
  <g transform="rotate(9 592 190)">
    <path d="M578 122v16M604 122v16" style={{ stroke: "#f15ca7" }} strokeWidth="5" strokeLinecap="round" />
    <rect x="561" y="62" width="60" height="60" rx="20" fill="#ff93cb" />
    <circle cx="577" cy="90" r="3.5" fill="#1b1336" />
    <circle cx="596" cy="90" r="3.5" fill="#1b1336" />
    <path
      d="M583 101c2-2.5 5.5-2.5 7.5 0"
      fill="none"
      stroke="#1b1336"
      strokeWidth="3"
      strokeLinecap="round"
    />
  </g>
);

/** A linked list whose second node is unreachable. */
export const LostScene = () => (
  <svg
    className={styles.scene}
    viewBox="0 0 720 330"
    role="img"
    aria-label="존재하지 않는 페이지: 끊어진 연결 목록 앞에서 동그라미가 길을 찾고 있어요"
  >
    <ellipse cx="360" cy="296" rx="300" ry="16" fill="#6e74fa" opacity=".09" />
    <rect className={styles.node} x="62" y="124" width="150" height="116" rx="30" />
    <path d="M162 126v112" style={{ stroke: "light-dark(#cdcfff, #4a4d80)" }} strokeWidth="3" />
    <text className={styles.digit} x="112" y="203" textAnchor="middle">
      4
    </text>
    <circle cx="187" cy="182" r="7" fill="#8488ec" />
    <path className={styles.ptr} d="M194 182c30 0 36-26 60-26" />
    <path className={styles.ptr} d="m244 146 12 10-12 10" />
    {searcher}
    <path
      className={styles.ptr}
      d="M450 160c18-4 22 20 38 14 14-5 4-24-8-18-14 7-4 40 22 42"
      strokeDasharray="1 10"
    />
    <g transform="rotate(9 592 190)">
      <rect className={styles.slot} x="520" y="124" width="150" height="116" rx="30" />
      <text className={styles.digit} x="572" y="203" textAnchor="middle" opacity=".32">
        4
      </text>
      <path className={styles.slot} d="M622 130v104" />
    </g>
    <text className={styles.small} x="137" y="268" textAnchor="middle">
      head
    </text>
    <text className={styles.small} x="600" y="278" textAnchor="middle">
      null?
    </text>
    {lostFriend}
    <g className={styles.float} style={{ animationDelay: "-2s" }}>
      <path
        d="M648 52c0-9 6-14 13-14s13 5 13 12c0 9-12 9-12 18M662 78v.5"
        fill="none"
        style={{ stroke: "#f15ca7" }}
        strokeWidth="6"
        strokeLinecap="round"
      />
    </g>
  </svg>
);
