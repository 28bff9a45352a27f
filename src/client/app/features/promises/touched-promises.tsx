import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { InvariantOverride } from '../../../../shared/features/promises/schemas/promise.ts'
import type { CheckedInvariant } from '../../../../shared/impact/promise/touched.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { stateSentence } from '../../../../shared/text/promise/breach-text.ts'
import { promiseSentence } from '../../../../shared/text/promise/promise-sentence.ts'
import { promiseText } from '../../../../shared/text/promise/promise-text.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { text } from '../../../../shared/text/word.ts'
import { trpc } from '../../trpc.ts'
import { BrokenList, PromiseSentence } from './broken-promises.tsx'
import classes from './promises.module.css'

/**
 * Effect of a publish on promises before it is requested: those that block it, those that it may violate, and those
 * that it satisfies. Empty if it affects none, or while unknown.
 */
export function TouchedPromises(props: {
  project: string
  environment: Environment
  touched: readonly CheckedInvariant[] | null
  busy: boolean
  /** True for reviews. Reviewers discuss violated promises, but do not approve violating them. */
  review?: boolean | undefined
  /** True below an existing heading. */
  inner?: boolean
  onBreak?: ((breaks: InvariantOverride) => void) | undefined
  onFix?: ((document: FlagDocument) => void) | undefined
}): ReactNode {
  const { project, environment, touched, busy, review, inner = false, onBreak, onFix } = props
  const Heading = inner ? 'h5' : 'h3'
  const can = trpc.members.can.useQuery({ project }).data?.environments[environment.key]
  if (touched === null || touched.length === 0) return null
  const refusing = touched.filter(({ refuses }) => refuses)
  const kept = touched.filter(({ state }) => state.state === 'kept')
  const told = touched.filter(({ state, refuses }) => state.state !== 'kept' && !refuses)
  return (
    <section className={inner ? classes['inner'] : undefined}>
      <Heading className={classes['heading']}>Promises</Heading>
      {refusing.length === 0 ? null : (
        <BrokenList
          promises={refusing.map(({ key, statement, state, owner, fix }) => ({
            ...{ promise: key, sentence: promiseSentence(statement), state, owner, fix },
          }))}
          mayBreak={can?.['promise.break'].ok === true}
          busy={busy}
          onBreak={onBreak}
          onFix={onFix}
        >
          {review ? (
            <p className={classes['told']}>It can be discussed, but not approved until that’s resolved.</p>
          ) : null}
        </BrokenList>
      )}
      {told.length === 0 ? null : (
        <ul className={`${classes['list']} ${classes['listed']}`}>
          {told.map(({ key, statement, state, force }) => (
            <li key={key} className={classes['warned']}>
              <strong>{state.state === 'broken' ? 'Breaks' : 'Can’t be proven to keep'}</strong>{' '}
              <PromiseSentence sentence={promiseSentence(statement)} />
              <p>{stateSentence(state, true)}</p>
              <p>
                {force === 'watches'
                  ? 'This promise refuses nothing.'
                  : 'Turning a flag off isn’t refused for what it takes away.'}
              </p>
            </li>
          ))}
        </ul>
      )}
      {kept.length === 0 ? null : (
        <details className={classes['kept']}>
          <summary>
            <IconShieldCheck size={15} aria-hidden /> Keeps {counted(kept.length, 'promise')}
          </summary>
          <ul>
            {kept.map(({ key, statement }) => (
              <li key={key}>
                <PromiseSentence sentence={promiseSentence(statement)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** One-line version. Empty if all promises are satisfied. */
export function BrokenLine({ touched }: { touched: readonly CheckedInvariant[] | null }): ReactNode {
  const broken = touched?.filter(({ state }) => state.state === 'broken') ?? []
  const unproven = touched?.filter(({ state, refuses }) => state.state === 'unproven' && refuses) ?? []
  const [first] = broken.length > 0 ? broken : unproven
  if (first === undefined) return null
  return (
    <span className={classes['line']}>
      <IconShieldX size={15} aria-hidden />
      <span>
        {broken.length > 0
          ? broken.length === 1
            ? `Breaks “${text(promiseText(first.statement))}”`
            : `Breaks ${broken.length} promises`
          : `Can’t be proven to keep “${text(promiseText(first.statement))}”`}
      </span>
    </span>
  )
}
