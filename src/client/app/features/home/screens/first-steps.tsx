import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { stored } from '../../../components/stored.ts'
import { trpc } from '../../../trpc.ts'
import { HomeCard } from './card.tsx'
import classes from './home.module.css'

const isDismissed = stored((value) => (value === true ? true : null))

/** Onboarding checklist of a new project. Can be dismissed, and disappears once everything is done. */
export function FirstSteps({
  project,
  environments,
}: {
  project: string
  environments: readonly Environment[]
}): ReactNode {
  const key = `fanion/first-steps/${project}`
  const gone = isDismissed.use(key) === true
  const asks = { enabled: !gone }
  const flags = trpc.flags.keys.useQuery({ project, limit: 1 }, asks).data
  const members = trpc.members.list.useQuery({ project }, asks).data
  const evaluations = trpc.insights.evaluations.useQuery({ project, range: 'month' }, asks).data
  const connected = trpc.keys.applications.useQuery({ project }, asks).data
  const guarded = environments.find((one) => one.protected) ?? environments.at(-1)
  const live = trpc.flags.keys.useQuery(
    { project, query: `on:${guarded?.key ?? ''}`, limit: 1 },
    { enabled: !gone && guarded !== undefined },
  ).data
  if (gone || flags === undefined || members === undefined || evaluations === undefined) return null
  const isConnected = evaluations.total > 0 || (connected ?? []).length > 0
  const steps = [
    {
      done: flags.length > 0,
      to: `/p/${project}/flags?new=true`,
      what: 'Create flag',
      why: 'It starts off, everywhere you don’t turn it on.',
    },
    {
      done: isConnected,
      to: `/p/${project}/connect`,
      what: 'Connect an application',
      why: 'Copy a key and four lines of code.',
    },
    {
      done: (live ?? []).length > 0,
      to: `/p/${project}/flags`,
      what: 'Roll it out',
      why: 'Start with a percentage, and see who gets it.',
    },
    {
      done: members.length > 1,
      to: `/p/${project}/settings/members`,
      what: 'Invite your team',
      why: 'Editors, publishers and viewers, by environment.',
    },
  ]
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <HomeCard
      title="First steps"
      note={`${done} of ${steps.length} done`}
      aside={
        <button type="button" className={classes['quiet']} onClick={() => isDismissed.write(key, true)}>
          Hide first steps
        </button>
      }
    >
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <li key={step.what} data-done={step.done || undefined}>
            {step.done ? (
              <IconCircleCheck size={18} role="img" aria-label="Done" />
            ) : (
              <IconCircle size={18} role="img" aria-label="Not done yet" />
            )}
            <span className={classes['what']}>
              {step.done ? <strong>{step.what}</strong> : <Link to={step.to}>{step.what}</Link>}
              <span>{step.why}</span>
            </span>
          </li>
        ))}
      </ol>
    </HomeCard>
  )
}
