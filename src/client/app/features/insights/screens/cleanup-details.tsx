import { IconCircleCheck, IconClock, IconMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FlagInsight } from '../../../../../shared/features/insights/schemas/insights.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { trpc } from '../../../trpc.ts'
import classes from './cleanup.module.css'
import { type Evidence, evidence, removeCommand } from './cleanup-text.ts'

const icons: Record<Evidence['speaks'], typeof IconClock> = {
  good: IconCircleCheck,
  bad: IconClock,
  none: IconMinus,
}

const mostPlaces = 8

/** Evidence for a flag’s verdict, and how to remove the flag from code. */
export function CleanupDetails(props: { project: string; insight: FlagInsight; reporting: boolean }): ReactNode {
  const { project, insight, reporting } = props
  const { flag } = insight
  return (
    <div className={classes['details']}>
      <section className={classes['card']} aria-label={`Why ${flag}`}>
        <h3>Why</h3>
        <ul className={classes['why']}>
          {evidence(insight, reporting).map(({ speaks, words }) => {
            const Icon = icons[speaks]
            return (
              <li key={words} data-speaks={speaks}>
                <Icon size={16} aria-hidden /> <span>{words}</span>
              </li>
            )
          })}
        </ul>
      </section>
      <CodePart project={project} insight={insight} />
    </div>
  )
}

/** Code references, and the command that removes the flag from them. */
function CodePart({ project, insight }: { project: string; insight: FlagInsight }): ReactNode {
  const { flag, verdict } = insight
  const found = trpc.references.ofFlag.useQuery({ project, flag }).data
  const command = removeCommand(insight)
  const places = found?.places.filter(({ kind }) => kind !== 'mention').slice(0, mostPlaces) ?? []
  const more = (found?.total ?? 0) - places.length
  return (
    <section className={classes['card']} aria-label={`${flag} in code`}>
      <h3>
        {verdict === 'remove' ? 'What goes from the code' : 'In code'}{' '}
        <Link to="/p/$project/flags/$flag/code" params={{ project, flag }}>
          Builds and references
        </Link>
      </h3>
      {verdict === 'remove' ? (
        <p className={classes['command']}>
          <code>{command}</code> <CopyButton text={command} label="Copy" size="compact-sm" />
        </p>
      ) : null}
      {places.length === 0 ? (
        <p className={classes['none']}>
          {found === undefined || found.repositories.length > 0
            ? 'No place in scanned code.'
            : 'No repository has been scanned. Run '}
          {found?.repositories.length === 0 ? <code>npx fanion scan</code> : null}
        </p>
      ) : (
        <ul className={classes['places']}>
          {places.map(({ repository, branch, path, line, column, link, kind }) => {
            const at = `${path}:${line}`
            return (
              <li key={`${repository} ${branch} ${at} ${column}`}>
                {link === null ? (
                  <code>{at}</code>
                ) : (
                  <a href={link} target="_blank" rel="noreferrer noopener">
                    <code>{at}</code>
                  </a>
                )}
                <span>
                  {repository} ({branch}), {kind}
                </span>
              </li>
            )
          })}
          {more > 0 ? <li>{counted(more, 'more place')}</li> : null}
        </ul>
      )}
    </section>
  )
}
