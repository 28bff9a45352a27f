import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { FlagLine } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import { ruleText, summaryText } from '../../../../../../shared/text/rules/sentence.ts'
import { trpc } from '../../../../trpc.ts'
import { EnvironmentMark } from '../../../environments/environment-mark.tsx'
import { Sentence } from '../../../targeting/sentence.tsx'
import classes from './peek-panel.module.css'

/**
 * A flag next to the list: what each environment serves, in sentences. J and K move to other flags; Escape and Space
 * close it.
 */
export function PeekPanel({
  project,
  flag,
  onClose,
}: {
  project: string
  flag: Pick<FlagLine, 'key' | 'name' | 'description'>
  onClose: () => void
}): ReactNode {
  const page = trpc.flags.get.useQuery({ project, flag: flag.key }).data
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('[role="dialog"]') === null)
        onClose()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <aside className={classes['panel']} aria-label={`Preview of ${flag.name}`}>
      <header className={classes['head']}>
        <div>
          <h2 className={classes['name']}>{flag.name}</h2>
          <span className={classes['key']}>{flag.key}</span>
        </div>
        <CloseButton aria-label="Close" onClick={onClose} />
      </header>
      {flag.description === '' ? null : <p className={classes['text']}>{flag.description}</p>}
      {(page?.environments ?? []).map((environment) => {
        const document = page?.heads[environment.key]?.document
        return document === undefined ? null : (
          <section key={environment.key} className={classes['part']}>
            <EnvironmentMark environment={environment} strong />
            <p className={classes['text']}>
              {document.on ? 'on: ' : 'off; when on: '}
              <Sentence words={summaryText(document)} />
            </p>
            {document.rules.length === 0 ? null : (
              <ol className={classes['rules']}>
                {document.rules.map((rule) => (
                  <li key={rule.id}>
                    <Sentence words={ruleText(rule)} />
                  </li>
                ))}
              </ol>
            )}
          </section>
        )
      })}
      <Link to="/p/$project/flags/$flag" params={{ project, flag: flag.key }} className={classes['open']}>
        Open {flag.name}
      </Link>
    </aside>
  )
}
