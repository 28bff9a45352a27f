import { Button, Textarea } from '@mantine/core'
import { type ReactNode, type Ref, useState } from 'react'
import { z } from 'zod'
import { type Break, PromiseState } from '../../../../shared/features/promises/schemas/promise.ts'
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

// stays the same, so that it is done once
const typedIn = (field: HTMLTextAreaElement | null) => field?.focus({ preventScroll: true })

/** Whether a refusal is about promises that would be broken. */
export const isAboutPromises = (refusal: Refusal | null): refusal is Refusal =>
  refusal?.code === 'promise/broken' || refusal?.code === 'promise/unproven'

/** A promise that is broken, or cannot be proven to be kept. */
export type BrokenPromise = z.infer<typeof Details>['promises'][number]

/** What can be done about broken promises. */
type Ways = {
  busy: boolean
  /** Goes on nevertheless; left out where that is not done here. */
  onBreak?: ((breaks: Break) => void) | undefined
  /** What going on is called, and with it that promises are broken. */
  breakAct?: { offer: string; verb: string; verbMany: string }
  /** Makes what would keep the promise the draft; left out where there is none. */
  onFix?: ((document: FlagDocument) => void) | undefined
}

/** Why a publish was refused: each promise, and whom it would be broken for. An admin may break them with a reason. */
export function BrokenPromises({ refusal, ...ways }: Ways & { refusal: Refusal }): ReactNode {
  const read = Details.safeParse(refusal.details)
  const { promises, mayBreak } = read.success ? read.data : { promises: [], mayBreak: false }
  return <BrokenList promises={promises} mayBreak={mayBreak} otherwise={refusal.sentence} box={intoView} {...ways} />
}

const publishing = {
  offer: 'Publish anyway…',
  verb: 'Break the promise and publish',
  verbMany: 'Break the promises and publish',
}

/** Promises that would be broken, each with whom it would be broken for, and what can be done about it. */
export function BrokenList(
  props: Ways & {
    promises: readonly BrokenPromise[]
    /** Whether the reader may break them. */
    mayBreak: boolean
    /** What is said where no promise can be told. */
    otherwise?: string
    box?: Ref<HTMLElement>
    /** What follows from it, below the list. */
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

/** A promise with its names and values set apart; as it is where it cannot be read. */
export function PromiseSentence({ sentence }: { sentence: string }): ReactNode {
  const read = parsePromise(sentence)
  return 'statement' in read ? <Sentence words={promiseText(read.statement)} /> : sentence
}
