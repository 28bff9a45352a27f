import { type ReactNode, useId } from 'react'
import classes from './settings.module.css'

/** The sections of a settings page, one below the other. */
export function SettingsPage({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes['page']}>{children}</div>
}

/** One section: its name, what it is about in a sentence, and its parts. */
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
