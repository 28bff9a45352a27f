import { Button, Textarea } from '@mantine/core'
import { type ReactNode, type Ref, useState } from 'react'
import { z } from 'zod'
import { type InvariantOverride, PromiseState } from '../../../../shared/features/promises/schemas/promise.ts'
import { limits } from '../../../../shared/limits.ts'
import { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { stateSentence } from '../../../../shared/text/promise/breach-text.ts'
import { parsePromise } from '../../../../shared/text/promise/parse-promise.ts'
import { promiseText } from '../../../../shared/text/promise/promise-text.ts'
import type { Refusal } from '../../../api/refusal.ts'
import { Sentence } from '../targeting/sentence.tsx'
import { intoView } from './into-view.ts'
import classes from './promises.module.css'

const Details = z.object({
  promises: z.array(
    z.object({
      promise: z.string(),
      sentence: z.string(),
      state: PromiseState,
      owner: z.string().optional(),
      fix: z.object({ flag: z.string(), says: z.string(), document: FlagDocument }).optional(),
    }),
  ),
  mayBreak: z.boolean().default(false),
})

// A stable function, so that the focus is set only once.
const typedIn = (field: HTMLTextAreaElement | null) => field?.focus({ preventScroll: true })

/** Whether a publish was refused because it would violate promises. */
export const isAboutPromises = (refusal: Refusal | null): refusal is Refusal =>
  refusal?.code === 'promise/broken' || refusal?.code === 'promise/unproven'

/** A promise that would be violated or could not be proven. */
export type BrokenPromise = z.infer<typeof Details>['promises'][number]

type BrokenPromiseActions = {
  busy: boolean
  /** Publishes anyway. Undefined if that is not possible here. */
  onBreak?: ((breaks: InvariantOverride) => void) | undefined
  /** Button texts for publishing anyway. */
  breakAct?: { offer: string; verb: string; verbMany: string }
  /** Replaces the draft with a document that satisfies the promise. Undefined if there is none. */
  onFix?: ((document: FlagDocument) => void) | undefined
}

/** Explains a refused publish: each promise and who would be affected. An admin may override promises with a reason. */
export function BrokenPromises({ refusal, ...ways }: BrokenPromiseActions & { refusal: Refusal }): ReactNode {
  const read = Details.safeParse(refusal.details)
  const { promises, mayBreak } = read.success ? read.data : { promises: [], mayBreak: false }
  return <BrokenList promises={promises} mayBreak={mayBreak} otherwise={refusal.sentence} box={intoView} {...ways} />
}

const publishing = {
  offer: 'Publish anyway…',
  verb: 'Break the promise and publish',
  verbMany: 'Break the promises and publish',
}

/** Promises that would be violated, who would be affected, and what to do. */
export function BrokenList(
  props: BrokenPromiseActions & {
    promises: readonly BrokenPromise[]
    /** Whether the user may override them. */
    mayBreak: boolean
    /** Fallback text if the promises are unknown. */
    otherwise?: string
    box?: Ref<HTMLElement>
    children?: ReactNode
  },
): ReactNode {
  const { promises, mayBreak, otherwise, box, busy, onBreak, breakAct = publishing, onFix, children } = props
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const offered = mayBreak && onBreak !== undefined
  return (
    <section role="alert" aria-label="Broken promises" ref={box}>
      {promises.length === 0 ? <p>{otherwise}</p> : null}
      <ul className={classes['list']}>
        {promises.map(({ promise, sentence, state, owner, fix }) => (
          <li key={promise} className={classes['broken']}>
            <strong>{state.state === 'broken' ? 'Breaks' : 'Can’t be proven to keep'}</strong>{' '}
            <PromiseSentence sentence={sentence} />
            <p>{stateSentence(state, true)}</p>
            {owner === undefined ? null : <p>Promised by {owner}</p>}
            {fix === undefined || onFix === undefined ? null : (
              <Button variant="default" size="compact-sm" mt={8} onClick={() => onFix(fix.document)}>
                {fix.says}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {children}
      {offered && !open ? (
        <div className={classes['anyway']}>
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setOpen(true)}>
            {breakAct.offer}
          </Button>
        </div>
      ) : null}
      {offered && open ? (
        <div className={classes['anyway']} ref={intoView}>
          <Textarea
            ref={typedIn}
            label="Reason"
            description="Saved in the history with the promises it breaks"
            autosize
            minRows={2}
            maxLength={limits.messageLength}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button
            color="red"
            variant="outline"
            loading={busy}
            disabled={reason.trim() === ''}
            onClick={() => onBreak({ promises: promises.map(({ promise }) => promise), reason: reason.trim() })}
          >
            {promises.length === 1 ? breakAct.verb : breakAct.verbMany}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** A promise with highlighted names and values. Plain text if it cannot be parsed. */
export function PromiseSentence({ sentence }: { sentence: string }): ReactNode {
  const read = parsePromise(sentence)
  return 'statement' in read ? <Sentence words={promiseText(read.statement)} /> : sentence
}
