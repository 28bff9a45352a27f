import { Skeleton } from '@mantine/core'
import { IconGitPullRequest } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Change } from '../../../../../shared/features/changes/schemas/change.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { ChangeExperiment } from '../../experiments/change-experiment.tsx'
import { waitingText } from '../../inbox/waiting.ts'
import { ErrorState } from '../../loading/error-state.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { useReader } from '../../session/use-reader.ts'
import { ChangeEntries } from './change-entries.tsx'
import { ChangeMark } from './change-mark.tsx'
import { ChangeMoves } from './change-moves.tsx'
import { ChangeRamp } from './change-ramp.tsx'
import classes from './change-screen.module.css'
import { ChangeStatus } from './change-status.tsx'
import { ClashChoices } from './clash-choices.tsx'
import { Discussion } from './discussion.tsx'
import { NextStep } from './next-step.tsx'
import { OutdatedTitleNote } from './outdated-title-note.tsx'

const route = getRouteApi('/in/p/$project/changes/$change')

export function ChangeScreen(): ReactNode {
  const { project, change } = route.useParams()
  const number = Number(change)
  if (!Number.isInteger(number) || number < 1) {
    const sentence = `“${change}” isn’t a change number.`
    return (
      <ErrorState what="the change" refusal={{ code: 'change/not-found', sentence, details: {}, requestId: null }} />
    )
  }
  return <KnownChange key={number} project={project} number={number} />
}

function KnownChange({ project, number }: { project: string; number: number }): ReactNode {
  const reader = useReader(project)
  const query = trpc.changes.get.useQuery({ project, change: number })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  return (
    <Loaded
      query={query}
      what={`Change ${number}`}
      loading={<Skeleton h={280} m={24} w="auto" />}
      isEmpty={() => false}
      empty={null}
    >
      {(change) => (
        <>
          <header className={classes['header']}>
            <IconGitPullRequest size={18} aria-hidden className={classes['icon']} />
            <h2 className={classes['title']}>{change.title}</h2>
            <ChangeMark state={change.state} bypassed={change.revisions.some(({ mark }) => mark === 'bypassed')} />
            <p className={classes['facts']}>
              {change.author.id === reader?.id ? 'by you' : `by ${change.author.name}`},{' '}
              <TimeText instant={change.createdAt} />
              {change.version > 1 ? ` · edited, version ${change.version}` : ''}
              {reader === undefined ? '' : ` · ${waitingText(change, reader) ?? 'no action needed'}`}
            </p>
            <OutdatedTitleNote change={change} environments={environments} />
            {change.message === '' ? null : <p className={classes['message']}>{change.message}</p>}
          </header>
          <div className={classes['page']}>
            <div className={classes['main']}>
              {change.state === 'conflicted' ? (
                <ClashChoices project={project} change={change} environments={environments} />
              ) : null}
              {change.ramp === null ? null : <ChangeRamp project={project} ramp={change.ramp} />}
              <ChangeExperiment project={project} change={change.number} flag={measuredFlagOf(change)} />
              <ChangeEntries project={project} change={change} environments={environments} />
              <ChangeMoves project={project} change={change} environments={environments} />
              <Discussion project={project} change={change} reader={reader} />
            </div>
            <aside className={classes['aside']} aria-label="Progress">
              <NextStep project={project} change={change} environments={environments} />
              <ChangeStatus project={project} change={change} environments={environments} />
            </aside>
          </div>
        </>
      )}
    </Loaded>
  )
}

/** The flag of which a change measures a rule. Undefined if it measures none. */
function measuredFlagOf({ entries }: Change): string | undefined {
  return entries.find(({ kind, document }) => kind === 'flag' && JSON.stringify(document).includes('"run":'))?.key
}
