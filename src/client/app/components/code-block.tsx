import type { ReactNode } from 'react'
import classes from './code-block.module.css'

/** Code with a copy button. Scrolls within its box. */
export function CodeBlock(props: { code: string; label: string; actions?: ReactNode }): ReactNode {
  return (
    <figure className={classes['block']}>
      <figcaption className={classes['head']}>
        <span>{props.label}</span>
        {props.actions}
      </figcaption>
      {/* A scrolling region must be reachable by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes['code']} tabIndex={0} aria-label={props.label}>
        <code>{props.code}</code>
      </pre>
    </figure>
  )
}
