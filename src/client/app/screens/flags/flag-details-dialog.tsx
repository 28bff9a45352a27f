import { Button, Modal, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import type { Flag } from '../../../../shared/schemas/flag-view.ts'
import { problemAt, refusalOf } from '../../../api/refusal.ts'
import { trpc } from '../../trpc.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from '../../ui/name-and-key.module.css'

/** What people read about a flag; programs see none of it. */
export function FlagDetailsDialog(props: { project: string; flag: Flag; onClose: () => void }): ReactNode {
  const { project, flag, onClose } = props
  const [value, setValue] = useState({ name: flag.name, description: flag.description, tags: flag.tags })
  const utils = trpc.useUtils()
  const update = trpc.flags.update.useMutation({
    onSuccess: async () => {
      await utils.flags.invalidate()
      onClose()
    },
  })
  const refusal = update.error ? refusalOf(update.error) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ project, flag: flag.key, ...value })
  }
  return (
    <Modal opened onClose={onClose} title={`Edit ${flag.key}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className={classes['form']}>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={limits.nameLength}
          value={value.name}
          onChange={(event) => setValue({ ...value, name: event.currentTarget.value })}
          error={refusal && problemAt(refusal, 'name')}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.descriptionLength}
          value={value.description}
          onChange={(event) => setValue({ ...value, description: event.currentTarget.value })}
        />
        <TagsInput
          label="Tags"
          maxTags={limits.tagsPerFlag}
          value={value.tags}
          onChange={(tags) => setValue({ ...value, tags })}
        />
        <FormError refusal={refusal} fields={['name']} />
        <div>
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  )
}
