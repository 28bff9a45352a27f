import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useContext, useMemo, useState } from 'react'
import type { FlagMovement } from '../../../../shared/impact/movement.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { trpc } from '../../trpc.ts'
import { ExactMoves } from '../impact/exact-moves.tsx'
import { useCreatedVariants } from '../variants/use-created-variants.ts'
import { type Slot, variantSlots } from '../variants/variant-slots.ts'
import classes from './affected-flags-list.module.css'
import { AtInstant } from './at-instant.ts'
import { type ProposedDocument, questionOf } from './effect-question.ts'
import type { EffectRequest } from './effect-worker.ts'
import { FlowPicture } from './flow-picture.tsx'
import { MoveTable } from './move-table.tsx'
import { movedText } from './moved-text.ts'
import { MovedUserDetails } from './moved-user-details.tsx'
import type { MovedUsers } from './moved-users.ts'
import { SampleNote, UncountedMoves } from './sample-note.tsx'
import { useEffects } from './use-effects.ts'

/** Flags and segments to estimate together. */
const most = 200
const never = { kind: 'never' } as const
/** Flags whose impact is drawn. For more, it is described as text. */
const maxDrawnFlags = 3

/**
 * Shows who would get another value if these edits were published: exactly, for all possible contexts, and as counts of
 * recent contexts. With `details`, names examples of users who move.
 */
export function ImpactPreview(props: {
  project: string
  environment: string
  edits: readonly ProposedDocument[]
  details?: boolean
}): ReactNode {
  const { project, environment, edits, details = false } = props
  const [openedMs] = useState(() => Date.now())
  const nowMs = useContext(AtInstant) ?? openedMs
  // The current documents of all flags must be fetched in one request, so their number is limited.
  const asked = edits.slice(0, most)
  // The list is new with each render, but usually equal.
  const text = JSON.stringify(asked)
  const recent = trpc.contexts.recent.useQuery({ project, environment }, { staleTime: 60_000 })
  const declared = trpc.attributes.list.useQuery({ project }, { staleTime: 60_000 }).data
  const keptOut = useMemo(() => (declared ?? []).flatMap(({ name, personal }) => (personal ? [name] : [])), [declared])
  const subjects = asked.map(({ kind, key }) => ({ kind, key }))
  const ground = trpc.history.asOf.useQuery({ project, environment, subjects, dependents: true })
  const seen = recent.data?.contexts
  const question = useMemo(
    () =>
      ground.data === undefined || (seen === undefined && !recent.error)
        ? null
        : questionOf(
            ground.data,
            // Safe cast: parses the JSON written above.
            JSON.parse(text) as ProposedDocument[],
            (seen ?? []).map(({ context }) => context),
            nowMs,
            keptOut,
          ),
    [ground.data, seen, recent.error, text, nowMs, keptOut],
  )
  if (ground.isError) return <p className={classes['quiet']}>Couldn’t check who is affected.</p>
  return (
    <>
      {edits.length > most ? (
        <p>
          Only the first {most} of {edits.length} are estimated.
        </p>
      ) : null}
      <ExactMoves question={question} promised={never} />
      {recent.error ? (
        <p className={classes['quiet']}>Couldn’t read the contexts seen lately.</p>
      ) : (
        <RecentMoves
          project={project}
          question={question}
          environment={environment}
          recent={recent.data}
          details={details}
        />
      )}
    </>
  )
}

/**
 * Shows which recent contexts would get another variant. Evaluates them in a worker with the same engine that
 * applications run. Says so if there are no contexts.
 */
function RecentMoves(props: {
  project: string
  question: EffectRequest | null
  environment: string
  recent: { sampling: boolean; contexts: readonly { seenAt: string }[] } | undefined
  details: boolean
}): ReactNode {
  const { project, question, environment, recent, details } = props
  const madeWith = useCreatedVariants(project)
  const environments = trpc.environments.list.useQuery({ project }, { staleTime: 60_000 }).data
  const name = environments?.find(({ key }) => key === environment)?.name ?? environment
  const reply = useEffects(question !== null && question.contexts.length > 0 ? question : null)
  if (recent === undefined || question === null) return <p className={classes['quiet']}>Estimating…</p>
  const { sampling, contexts } = recent
  if (contexts.length === 0) {
    return (
      <p className={classes['quiet']}>
        {sampling
          ? 'No contexts seen yet. Applications send some with their next report.'
          : `No estimate available: ${name} isn’t sampling contexts. An admin can turn this on in project settings.`}
      </p>
    )
  }
  if (reply === null) return <p className={classes['quiet']}>Estimating…</p>
  if ('problem' in reply) return <p className={classes['quiet']}>Couldn’t estimate who is affected: {reply.problem}</p>
  const { movement, movers, untold } = reply
  const effects = movement.flags
  const slotsOf = (flag: string) => {
    const { [flag]: was = nothing } = question.before.flags
    return variantSlots(question.after.flags[flag] ?? was, [...madeWith(flag), ...Object.keys(was.variants)])
  }
  const own = effects.slice(0, question.own)
  const others = effects.slice(question.own).filter(({ moved, depends }) => moved + depends > 0)
  return (
    <div className={classes['affected']}>
      {own.slice(0, maxDrawnFlags).map((effect, i) => (
        <Effect
          key={effect.flag}
          effect={effect}
          named={own.length > 1}
          slots={slotsOf(effect.flag)}
          contexts={contexts.length}
          movers={details ? movers[i] : undefined}
        />
      ))}
      {own.slice(maxDrawnFlags).map((effect) => (
        <p key={effect.flag}>
          <strong>{effect.flag}</strong>: {movedText(effect, contexts.length)} <UncountedMoves movement={effect} />
        </p>
      ))}
      {own.length === 0 && others.length === 0 ? (
        <p role="status">None of the {counted(contexts.length, 'recent context')} would get a different variant.</p>
      ) : null}
      {others.map((one) => (
        <p key={one.flag}>
          <strong>{one.flag}</strong> {own.length === 0 ? 'uses this' : 'depends on this'}:{' '}
          {counted(one.moved, 'of its contexts', 'of its contexts')} would change too. <UncountedMoves movement={one} />
        </p>
      ))}
      <SampleNote
        contexts={contexts.length}
        newest={contexts[0]?.seenAt}
        oldest={contexts.at(-1)?.seenAt}
        untold={untold}
        nowMs={question.nowMs}
      />
    </div>
  )
}

const nothing = { type: 'boolean', variants: {} } as const

function Effect(props: {
  effect: FlagMovement
  /** Whether to show which flag this is about. */
  named: boolean
  slots: ReadonlyMap<string, Slot>
  contexts: number
  movers: MovedUsers | undefined
}): ReactNode {
  const { effect, named, slots, contexts, movers } = props
  const [view, setView] = useState('picture')
  const finding = movedText(effect, contexts)
  return (
    <div role="group" className={classes['effect']} aria-label={`Who moves in ${effect.flag}`}>
      <div className={classes['finding']}>
        <p role="status">
          {named ? <strong>{effect.flag}: </strong> : null}
          {finding} <UncountedMoves movement={effect} />
        </p>
        <SegmentedControl
          aria-label="Show as"
          size="xs"
          data={[
            { value: 'picture', label: 'Picture' },
            { value: 'table', label: 'Table' },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'table' ? (
        <MoveTable effect={effect} slots={slots} contexts={contexts} />
      ) : (
        <FlowPicture effect={effect} slots={slots} contexts={contexts} finding={finding} />
      )}
      {movers === undefined ? null : <MovedUserDetails movers={movers} slots={slots} />}
    </div>
  )
}
