import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-panel.module.css'

/** Placeholder of a screen without content: what is the case, and what to do. */
export function StatePanel(props: {
  icon: Icon
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Screen readers announce it immediately. */
  alert?: boolean
}): ReactNode {
  const Picture = props.icon
  return (
    <section className={classes['panel']} role={props.alert ? 'alert' : undefined}>
      <Picture size={28} stroke={1.5} aria-hidden className={classes['icon']} />
      <h2 className={classes['title']}>{props.title}</h2>
      {props.children ? <p className={classes['words']}>{props.children}</p> : null}
      {props.actions ? <div className={classes['actions']}>{props.actions}</div> : null}
    </section>
  )
}
