import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import classes from './shown-once.module.css'

/** A secret that is shown only once, with a copy button. */
export function ShownOnce(props: { text: string; copy: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes['box']} role="status">
      <p>{props.children}</p>
      <code>{props.text}</code>
      <CopyButton text={props.text} label={props.copy} size="compact-sm" />
    </div>
  )
}
