import DOMPurify from "dompurify";
import { marked } from "marked";
import { useMemo, useState } from "react";
import { saveFile } from "@anteroom/app";
import welcome from "./welcome.md";
import styles from "./Editor.module.css";

export default function Editor() {
  const [source, setSource] = useState(welcome);
  const html = useMemo(() => DOMPurify.sanitize(marked.parse(source, { async: false })), [source]);
  const words = source.split(/\s+/).filter(Boolean).length;
  return (
    <div className={styles.editor}>
      <textarea className={styles.source} aria-label="Markdown" value={source} onChange={(e) => setSource(e.target.value)} />
      <article className={styles.preview} aria-label="Preview" dangerouslySetInnerHTML={{ __html: html }} />
      <footer className={styles.foot}>
        {words} words
        <button onClick={() => saveFile("note.md", source)}>Save as file</button>
      </footer>
    </div>
  );
}
