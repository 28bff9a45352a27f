import { type ReactNode, useId } from 'react'
import classes from './settings.module.css'

export function SettingsPage({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes['page']}>{children}</div>
}

/** A settings section with a title, a description and content. */
export function SettingsSection(props: { title: string; lead?: ReactNode; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes['heading']}>
        {props.title}
      </h2>
      {props.lead ? <p className={classes['lead']}>{props.lead}</p> : null}
      {props.children}
    </section>
  )
}
