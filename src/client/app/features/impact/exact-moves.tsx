import type { ReactNode } from 'react'
import type { Move } from '../../../../shared/impact/difference.ts'
import type { FlagImpact, Impact } from '../../../../shared/impact/impact.ts'
import { movesNoUser } from '../../../../shared/impact/moves-no-user.ts'
import { headline, moveWords, regionText } from '../../../../shared/impact/words.ts'
import { CreatePromiseButton } from '../promises/create-promise-button.tsx'
import { Sentence } from '../targeting/sentence.tsx'
import classes from './exact-moves.module.css'
import type { ImpactRequest } from './impact-worker.ts'
import { useImpact } from './use-impact.ts'

/** Lets the user create a promise from a condition: that its users always get the variant, or never. */
export type PromiseShape = { kind: 'always' | 'never' }
type PromiseOffer = PromiseShape & { project: string; environment: string }

const placeIn = ({ project, environment }: ImpactRequest['before']) => ({ project, environment })

/**
 * Shows exactly which contexts get another value, as conditions with an example each. Computed in a worker; nothing
 * waits for it.
 */
export function ExactMoves({
  question,
  promised,
}: {
  question: ImpactRequest | null
  promised?: PromiseShape
}): ReactNode {
  const reply = useImpact(question)
  if (reply === null) return <p className={classes['quiet']}>Working out who would get a different variant…</p>
  if ('problem' in reply)
    return <p className={classes['quiet']}>Couldn’t work out who would get a different variant: {reply.problem}</p>
  const place = question === null ? undefined : question.before
  return <ExactImpact impact={reply.impact} promising={promised && place && { ...promised, ...placeIn(place) }} />
}

function ExactImpact({ impact, promising }: { impact: Impact; promising?: PromiseOffer | undefined }): ReactNode {
  if (movesNoUser(impact)) {
    return (
      <p role="status" className={classes['nobody']}>
        {impact.flags.length === 1
          ? 'No context gets a different variant.'
          : `No context gets a different variant of these ${impact.flags.length} flags.`}
      </p>
    )
  }
  const isQuiet = ({ difference }: FlagImpact) => difference.state === 'exact' && difference.moves.length === 0
  const loud = impact.flags.filter((flag) => !isQuiet(flag))
  return (
    <section aria-label="Who gets a different variant">
      {loud.map((flag) => (
        <FlagMoves key={flag.flag} impact={flag} named={loud.length > 1 || !flag.own} promising={promising} />
      ))}
      {impact.rest.length === 0 ? null : <p className={classes['nobody']}>Not looked at: {impact.rest.join(', ')}.</p>}
    </section>
  )
}

const isOfAll = ({ regions }: Pick<Move, 'regions'>): boolean =>
  regions.some(({ when, ofThose, share }) => when === true && !ofThose && share === null)

export function FlagMoves(props: {
  impact: FlagImpact
  named: boolean
  promising?: PromiseOffer | undefined
}): ReactNode {
  const { impact, named, promising } = props
  const { flag, own, difference } = impact
  // If a move affects everyone, no headline is needed.
  const whole =
    difference.state === 'undecided' || (difference.state === 'exact' && difference.moves.some(isOfAll))
      ? null
      : headline(difference.moves)
  return (
    <div className={classes['impact']}>
      {named ? (
        <p>
          <strong>{flag}</strong> {own ? null : 'through a flag or segment it uses'}
        </p>
      ) : null}
      {difference.state === 'undecided' ? (
        <p>
          {difference.because === 'extended'
            ? 'Not decided: this flag, or one it uses, has rules from another system, which can be run but not compared.'
            : 'Not decided: finding out takes more steps than an analysis may use.'}
        </p>
      ) : difference.state === 'unlisted' ? (
        <p>Too many kinds of people to list: {difference.moves.map(moveWords).join(', ')}.</p>
      ) : (
        <>
          {whole === null ? null : <p>{whole}</p>}
          <ul>
            {difference.moves.map((move) => (
              <MoveItem key={moveWords(move)} flag={flag} move={move} promising={promising} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Conditions to show per move. The others are only counted. */
const shown = 8

function MoveItem(props: { flag: string; move: Move; promising: PromiseOffer | undefined }): ReactNode {
  const { flag, move, promising } = props
  const more = move.more + Math.max(0, move.regions.length - shown)
  return (
    <li>
      <span className={classes['move']}>{moveWords(move)}</span>
      <ul>
        {move.regions.slice(0, shown).map((region) => (
          <li key={JSON.stringify(region.when)}>
            <Sentence words={regionText(region, move.from)} />{' '}
            {region.example === null ? (
              <span className={classes['example']}>there may be no one like this</span>
            ) : Object.keys(region.example).length === 0 ? (
              <span className={classes['example']}>even an empty context</span>
            ) : (
              <code className={classes['example']}>{JSON.stringify(region.example)}</code>
            )}
            {promising === undefined || region.ofThose || move.from.variant === move.to.variant ? null : (
              <CreatePromiseButton
                project={promising.project}
                environment={promising.environment}
                statement={{ kind: promising.kind, when: region.when, flag, variants: [move.to.variant] }}
              />
            )}
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p>and {more} more</p>}
    </li>
  )
}
