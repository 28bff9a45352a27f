import { Button, Textarea } from '@mantine/core'
import { IconCheck, IconMessage, IconMessageReport } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Change, Review } from '../../../../../shared/features/changes/schemas/change.ts'
import { changeActs } from '../../../../../shared/features/changes/schemas/change-acts.ts'
import { limits } from '../../../../../shared/limits.ts'
import { FormError } from '../../../components/form-error.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Reader } from '../../inbox/waiting.ts'
import { BrokenPromises, isAboutPromises } from '../../promises/broken-promises.tsx'
import { ActButton, type Step } from './act-button.tsx'
import classes from './change-screen.module.css'
import { useAct } from './use-act.ts'

/** Comments and reviews of a change, oldest first, with a form to comment, request changes or approve. */
export function Discussion(props: { project: string; change: Change; reader: Reader | undefined }): ReactNode {
  const { project, change, reader } = props
  const { act, busy, refusal, calls } = useAct(project, change.number)
  const [body, setBody] = useState('')
  const input = { project, change: change.number, body: body.trim() }
  const empty = body.trim() === ''
  const possible = (name: 'approve' | 'requestChanges') => changeActs[name].from.includes(change.state)
  const send = async (name: string, run: Parameters<typeof act>[1], said: string) => {
    if (await act(name, run, said)) setBody('')
  }
  const approving = { ...input, version: change.version }
  const approve: Step = {
    label: 'Approve',
    reason: change.can.approve,
    run: () => send('approve', () => calls.approve(approving), 'Approved'),
  }
  const askForChanges: Step = {
    label: 'Request changes',
    reason: change.can.requestChanges ?? (empty ? 'Describe above what should change.' : null),
    run: () =>
      send('requestChanges', () => calls.requestChanges(input), `Requested changes from ${change.author.name}`),
  }
  const refused = change.can.comment
  return (
    <section aria-labelledby="said">
      <h3 id="said" className={classes['heading']}>
        Discussion
      </h3>
      {change.reviews.length === 0 ? <p className={classes['hint']}>No comments yet.</p> : null}
      <ol className={classes['reviews']}>
        {change.reviews.map((review) => (
          <ReviewEntry key={review.id} review={review} reader={reader} />
        ))}
      </ol>
      <Textarea
        label="Comment"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={limits.messageLength}
        value={body}
        readOnly={refused !== null}
        description={refused ?? undefined}
        // Browsers do not scroll to a focused field unless it shows a caret.
        onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      {isAboutPromises(refusal) ? (
        <BrokenPromises
          refusal={refusal}
          busy={busy === 'approve'}
          breakAct={{
            offer: 'Approve anyway…',
            verb: 'Break the promise and approve',
            verbMany: 'Break the promises and approve',
          }}
          onBreak={(breaks) => void send('approve', () => calls.approve({ ...approving, break: breaks }), 'Approved')}
        />
      ) : (
        <FormError refusal={refusal} fields={[]} />
      )}
      <div className={classes['actions']}>
        <Button
          variant="default"
          loading={busy === 'comment'}
          disabled={empty || refused !== null}
          onClick={() => void send('comment', () => calls.comment(input), 'Comment added')}
        >
          Comment
        </Button>
        {possible('requestChanges') ? (
          <ActButton step={askForChanges} busy={busy === 'requestChanges'} quietly={empty} />
        ) : null}
        {possible('approve') ? <ActButton step={approve} busy={busy === 'approve'} primary /> : null}
      </div>
    </section>
  )
}

const verdicts = {
  approve: { icon: IconCheck, words: 'approved', ownWords: 'You approved' },
  'request-changes': { icon: IconMessageReport, words: 'requested changes', ownWords: 'You requested changes' },
  comment: { icon: IconMessage, words: 'commented', ownWords: 'You commented' },
} as const

const voidText = {
  edited: 'dismissed: the change was edited afterward',
  'right-lost': 'dismissed: they can no longer approve here',
  'effect-moved': 'dismissed: with what was published since, the change does more than was approved',
  'ground-moved': 'dismissed: something else was published since, and the result would differ',
} as const

function ReviewEntry({ review, reader }: { review: Review; reader: Reader | undefined }): ReactNode {
  const { icon: Picture, words, ownWords } = verdicts[review.verdict]
  return (
    <li className={classes['review']} data-verdict={review.void === null ? review.verdict : undefined}>
      <Picture size={15} aria-hidden />
      <div>
        <p className={classes['who']}>
          {review.reviewer.id === reader?.id ? (
            ownWords
          ) : (
            <>
              <strong>{review.reviewer.name}</strong> {words}
            </>
          )}
          , <TimeText instant={review.at} />
          {review.void === null ? null : <em> ({voidText[review.void.because]})</em>}
        </p>
        {review.body === '' ? null : <p className={classes['body']}>{review.body}</p>}
      </div>
    </li>
  )
}
