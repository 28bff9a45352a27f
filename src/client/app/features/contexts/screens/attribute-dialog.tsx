import { Button, Checkbox, Modal, NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import {
  type Attribute,
  AttributeType,
  SaveAttributeInput,
} from '../../../../../shared/features/attributes/schemas/attribute.ts'
import { limits } from '../../../../../shared/limits.ts'
import { readNumber } from '../../../../../shared/text/read-number.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import classes from '../../../components/name-and-key.module.css'
import { done } from '../../../components/toast.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'

const blank: Attribute = {
  name: '',
  type: 'string',
  required: false,
  knownValues: [],
  personal: false,
  description: '',
}

/** Declares or edits an attribute. The name of an existing attribute cannot change. */
export function AttributeDialog(props: {
  project: string
  attribute: Attribute | null
  begin: Partial<Attribute>
  onClose: () => void
}): ReactNode {
  const { project, attribute, begin, onClose } = props
  const [value, setValue] = useState(attribute ?? { ...blank, ...begin })
  const utils = trpc.useUtils()
  const save = trpc.attributes.save.useMutation({
    onSuccess: async ({ name }) => {
      onClose()
      await utils.attributes.invalidate()
      done(`Declared ${name}`)
    },
  })
  const refusal = save.error ? refusalOf(save.error) : null
  const problems = useProblems(refusal)
  const typed = (text: string) => (value.type === 'number' ? (readNumber(text) ?? text) : text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { project, ...value, name: value.name.trim() }
    if (problems.fits(SaveAttributeInput, input)) save.mutate(input)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={attribute === null ? 'Declare attribute' : attribute.name}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate className={classes['form']}>
        <TextInput
          label="Name"
          description="The name used in rules: country, or user.plan for a nested value."
          placeholder="country"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.nameLength}
          readOnly={attribute !== null}
          value={value.name}
          onChange={(event) => setValue({ ...value, name: event.currentTarget.value })}
          error={problems.at('name')}
        />
        <NativeSelect
          label="Type"
          data={[...AttributeType.options]}
          value={value.type}
          onChange={(event) =>
            setValue({ ...value, type: AttributeType.parse(event.currentTarget.value), knownValues: [] })
          }
        />
        {value.type === 'boolean' ? null : (
          <TagsInput
            label="Known values"
            description="Shown to anyone writing a rule."
            maxTags={limits.knownValues}
            value={value.knownValues.map(String)}
            onChange={(texts) => setValue({ ...value, knownValues: texts.map(typed) })}
            error={problems.at('knownValues')}
          />
        )}
        <Checkbox
          label="Always present"
          description="Applications always send it."
          checked={value.required}
          onChange={(event) => setValue({ ...value, required: event.currentTarget.checked })}
        />
        <Checkbox
          label="Personal data"
          description="Applications leave it out of the contexts they send, and stored values are deleted."
          checked={value.personal}
          onChange={(event) => setValue({ ...value, personal: event.currentTarget.checked })}
        />
        <Textarea
          label="Description"
          autosize
          maxRows={6}
          maxLength={limits.descriptionLength}
          value={value.description}
          onChange={(event) => setValue({ ...value, description: event.currentTarget.value })}
        />
        <FormError refusal={refusal} fields={['name']} />
        <div>
          <Button type="submit" loading={save.isPending}>
            {attribute === null ? 'Declare' : 'Save'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
