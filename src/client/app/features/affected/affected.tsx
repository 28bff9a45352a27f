import { type ReactNode, useMemo, useState } from 'react'
import { referencesOf } from '../../../../shared/datafile/references.ts'
import type { FlagEffect, Share } from '../../../../shared/engine/effect.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import { trpc } from '../../trpc.ts'
import classes from './affected.module.css'
import type { Question } from './effect-worker.ts'
import { otherFlagsText } from './other-flags-text.ts'
import { useEffects } from './use-effects.ts'
import { useGround, useOtherFlags } from './use-other-flags.ts'

/** Below so many contexts a share says little, and the words say so. */
const few = 100

/**
 * Which other flags go with this one, were it published, and who would get another variant: tried on the contexts that
 * programs sent lately, in a worker, with the engine that programs run. Honest where there are none.
 */
export function Affected(props: { project: string; environment: string; after: FlagDocument }): ReactNode {
  const { project, environment, after } = props
  const others = useOtherFlags(props)
  return (
    <>
      {others === null || others.keys.length === 0 ? null : (
        <p className={classes['others']}>{otherFlagsText(others)}</p>
      )}
      <Estimate project={project} environment={environment} after={after} />
    </>
  )
}

function Estimate(props: { project: string; environment: string; after: FlagDocument }): ReactNode {
  const { project, environment, after } = props
  const [nowMs] = useState(() => Date.now())
  const recent = trpc.contexts.recent.useQuery({ project, environment }, { staleTime: 60_000 })
  const datafile = useGround(props)
  const question = useMemo(
    () =>
      recent.data === undefined || recent.data.contexts.length === 0 || datafile.data === undefined
        ? null
        : questionOf(
            datafile.data,
            after,
            recent.data.contexts.map(({ context }) => context),
            nowMs,
          ),
    [recent.data, datafile.data, after, nowMs],
  )
  const reply = useEffects(question)
  if (recent.error || datafile.failed) return <p className={classes['quiet']}>Couldn’t check who is affected.</p>
  if (recent.data === undefined || datafile.data === undefined) return <p className={classes['quiet']}>Estimating…</p>
  const { sampling, contexts } = recent.data
  if (contexts.length === 0) {
    return (
      <p className={classes['quiet']}>
        {sampling
          ? 'No contexts seen yet. Applications send some with their next report.'
          : `No estimate available: ${environment} isn’t sampling contexts. An admin can turn this on in project settings.`}
      </p>
    )
  }
  if (reply === null) return <p className={classes['quiet']}>Estimating…</p>
  if ('problem' in reply) return <p className={classes['quiet']}>Couldn’t estimate who is affected: {reply.problem}</p>
  return <Effects effects={reply.effects} contexts={contexts.length} />
}

/** The flag and those that ask for it, directly. */
const questionOf = (before: Datafile, flag: FlagDocument, contexts: Question['contexts'], nowMs: number): Question => {
  const asks = Object.values(before.flags).filter(
    (other) =>
      other.key !== flag.key && referencesOf(other).some(({ kind, key }) => kind === 'flag' && key === flag.key),
  )
  return {
    before,
    after: { ...before, flags: { ...before.flags, [flag.key]: flag } },
    flags: [flag.key, ...asks.map(({ key }) => key)],
    contexts,
    nowMs,
  }
}

const named = (variant: string | null): string => variant ?? 'default in code'

function Effects({ effects, contexts }: { effects: readonly FlagEffect[]; contexts: number }): ReactNode {
  const [own, ...others] = effects
  if (own === undefined) return null
  const moved = own.moves.reduce((sum, { count }) => sum + count, 0)
  const variants = [...new Set([...own.before, ...own.after].map(({ variant }) => variant))].sort((a, b) =>
    named(a).localeCompare(named(b)),
  )
  const dependents = others.filter(({ moves }) => moves.length > 0)
  return (
    <div className={classes['affected']}>
      <p role="status">
        {moved === 0
          ? `None of the ${counted(contexts, 'recent context')} would get a different variant.`
          : `About ${moved.toLocaleString(readerLocale)} of ${counted(contexts, 'recent context')} would get a different variant.`}
        {contexts < few ? ` Based on only ${counted(contexts, 'context')}.` : null}
      </p>
      <Bar label="Before" shares={own.before} variants={variants} contexts={contexts} />
      <Bar label="After" shares={own.after} variants={variants} contexts={contexts} />
      {own.moves.length === 0 ? null : (
        <ul className={classes['moves']}>
          {own.moves.map(({ from, to, count }) => (
            <li key={`${from} ${to}`}>
              {named(from)} → {named(to)} <strong>{count.toLocaleString(readerLocale)}</strong>
            </li>
          ))}
        </ul>
      )}
      {dependents.map(({ flag, moves }) => (
        <p key={flag}>
          <strong>{flag}</strong> depends on this flag:{' '}
          {counted(
            moves.reduce((sum, { count }) => sum + count, 0),
            'of its contexts',
            'of its contexts',
          )}{' '}
          would change too.
        </p>
      ))}
    </div>
  )
}

/** One bar of shares, in the order and shades of `variants`; its words say the same. */
function Bar(props: {
  label: string
  shares: readonly Share[]
  variants: readonly (string | null)[]
  contexts: number
}): ReactNode {
  const { label, shares, variants, contexts } = props
  const shade = ({ variant }: Share) => variants.indexOf(variant)
  const sorted = shares.toSorted((a, b) => shade(a) - shade(b))
  return (
    <figure className={classes['bar']}>
      <figcaption>
        {label}:{' '}
        {sorted
          .map(({ variant, count }) => `${named(variant)} ${Math.round((count / contexts) * 1_000) / 10}%`)
          .join(', ')}
      </figcaption>
      <div aria-hidden>
        {sorted.map((share) => (
          <span key={share.variant} data-shade={shade(share) % 4} style={{ flexGrow: share.count }} />
        ))}
      </div>
    </figure>
  )
}
