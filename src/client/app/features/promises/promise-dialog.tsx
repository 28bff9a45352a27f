import { Button, Modal, MultiSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type FlagPromise, InvariantEnforcement } from '../../../../shared/features/promises/schemas/promise.ts'
import { limits } from '../../../../shared/limits.ts'
import { parsePromise } from '../../../../shared/text/promise/parse-promise.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { FormError } from '../../components/form-error.tsx'
import { keyFromName } from '../../components/key-from-name.ts'
import { useShortcut } from '../../components/shortcuts.ts'
import { done } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'
import { PromiseStates } from './promise-states.tsx'
import classes from './promises.module.css'

export type PromiseDraft = { sentence: string; environments: string[] }

/** Creates or edits a promise, or an example of a flag. Shows its state in each environment while the user types. */
export function PromiseDialog(props: {
  project: string
  promise: FlagPromise | null
  begin?: PromiseDraft | undefined
  /** The flag, if it is an example. */
  flag?: string | undefined
  onClose: () => void
}): ReactNode {
  const { project, promise, begin, flag, onClose } = props
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const [sentence, setSentence] = useState(promise?.sentence ?? begin?.sentence ?? '')
  const [name, setName] = useState(promise?.name ?? '')
  const [chosen, setChosen] = useState<string[]>(promise?.environments ?? begin?.environments ?? [])
  const [force, setForce] = useState<InvariantEnforcement>(promise?.force ?? 'refuses')
  const [why, setWhy] = useState(promise?.why ?? '')
  const utils = trpc.useUtils()
  const save = trpc.promises.save.useMutation({
    onSuccess: async () => {
      onClose()
      await utils.promises.invalidate()
      done(promise === null ? 'Promised' : 'Saved')
    },
  })
  const refusal = save.error ? refusalOf(save.error) : null
  const where = chosen.length === 0 ? null : chosen
  const read = parsePromise(sentence)
  const misread = 'misread' in read && sentence.trim() !== '' ? read.misread : null
  const example = flag !== undefined || promise?.flag !== null
  // The name defaults to the sentence.
  const called = name.trim() === '' ? sentence.slice(0, limits.nameLength).trim() : name.trim()
  const send = () => {
    if ('misread' in read || save.isPending) return
    const key = promise?.key ?? (keyFromName(called, 60) || 'promise')
    save.mutate({
      ...{ project, key, name: called, sentence, environments: where, force, why: why.trim() },
      ...{ flag: promise?.flag ?? flag ?? null, edits: promise !== null },
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be inside another form, which must not be submitted.
    event.stopPropagation()
    send()
  }
  useShortcut('mod+Enter', promise === null ? 'Promise' : 'Save', send)
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={promise === null ? (example && flag !== undefined ? 'Add example' : 'New promise') : 'Edit promise'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate className={classes['form']}>
        <Textarea
          label="Sentence"
          description={
            flag === undefined
              ? 'everyone in segment staff gets checkout on · nobody where country is CN gets checkout on · at most 25% of everyone get pricing fresh'
              : `{"targetingKey":"anna"} gets ${flag} on`
          }
          autosize
          minRows={2}
          maxRows={8}
          data-autofocus
          spellCheck={false}
          maxLength={limits.promiseLength}
          value={sentence}
          onChange={(event) => setSentence(event.currentTarget.value.replaceAll('\n', ' '))}
          error={misread === null ? null : `From character ${misread.at + 1} on, expected ${misread.expected}.`}
        />
        <div className={classes['check']} aria-live="polite">
          {'statement' in read ? <PromiseState project={project} sentence={sentence} where={where} /> : null}
        </div>
        <MultiSelect
          label="Environments"
          description="Leave empty for all of them, including any added later."
          placeholder={chosen.length === 0 ? 'All environments' : ''}
          data={environments.map((one) => ({ value: one.key, label: one.name }))}
          value={chosen}
          onChange={setChosen}
        />
        <div>
          <SegmentedControl
            aria-label="When a publish would break it"
            data={[
              { value: 'refuses', label: 'Refuse what would break it' },
              { value: 'watches', label: 'Only warn' },
            ]}
            value={force}
            onChange={(value) => setForce(InvariantEnforcement.parse(value))}
          />
        </div>
        <TextInput
          label="Name"
          placeholder="Optional. Without one, the sentence is shown"
          autoComplete="off"
          maxLength={limits.nameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Why"
          placeholder="Optional"
          autosize
          maxRows={6}
          maxLength={limits.descriptionLength}
          value={why}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
        <FormError refusal={refusal} fields={[]} />
        <div>
          <Button type="submit" loading={save.isPending} disabled={'misread' in read}>
            {promise === null ? (flag === undefined ? 'Promise' : 'Add example') : 'Save'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** The state that the typed promise would have in each environment. */
function PromiseState(props: { project: string; sentence: string; where: string[] | null }): ReactNode {
  const [asked] = useDebouncedValue(props, 300)
  const environments = trpc.environments.list.useQuery({ project: asked.project }).data ?? []
  const check = trpc.promises.check.useQuery(
    { project: asked.project, sentence: asked.sentence, environments: asked.where },
    { retry: false, placeholderData: (before) => before },
  )
  if (check.error) return <p className={classes['told']}>{refusalOf(check.error).sentence}</p>
  if (check.data === undefined) return <p className={classes['told']}>Proving…</p>
  return <PromiseStates states={check.data.states} environments={environments} />
}
