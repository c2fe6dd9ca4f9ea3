import qrcode from "qrcode-generator";
import styles from "./invite-dialog.module.css";

/** Renders a text as a QR code, dark on white in both themes because scanners expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const cells = Array.from({ length: count * count }, (_, index) => [
    index % count,
    Math.floor(index / count),
  ]);
  const path = cells
    .filter(([x = 0, y = 0]) => code.isDark(y, x))
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join("");
  return (
    <span className={styles.qr}>
      <svg viewBox={`0 0 ${count} ${count}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path fill="currentColor" d={path} />
      </svg>
    </span>
  );
}
