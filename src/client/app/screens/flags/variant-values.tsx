import { Select, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { Json } from '../../../../shared/schemas/keys.ts'
import { readValue, shownValue } from './variant-value.ts'
import classes from './variant-values.module.css'

/** The values that programs receive here, and what everyone gets while the flag is off. */
export function VariantValues(props: {
  document: FlagDocument
  onChange: (document: FlagDocument) => void
}): ReactNode {
  const { document, onChange } = props
  const keys = Object.keys(document.variants)
  const ownDefault = "the program's own default"
  return (
    <div className={classes['variants']}>
      <h3 className={classes['title']}>Variants</h3>
      {document.type === 'boolean'
        ? null
        : keys.map((key) => (
            <ValueField
              key={key}
              variant={key}
              document={document}
              onChange={(value) => onChange({ ...document, variants: { ...document.variants, [key]: value } })}
            />
          ))}
      <Select
        label="While off, everyone gets"
        className={classes['off']}
        data={[...keys, { value: '', label: ownDefault }]}
        value={document.offVariant ?? ''}
        onChange={(chosen) => onChange({ ...document, offVariant: chosen === null || chosen === '' ? null : chosen })}
        allowDeselect={false}
      />
    </div>
  )
}

/** A value as text; what does not read as the flag's type stays here until it does. */
function ValueField(props: { variant: string; document: FlagDocument; onChange: (value: Json) => void }): ReactNode {
  const { variant, document, onChange } = props
  const known = shownValue(document.type, document.variants[variant] ?? null)
  const [typed, setTyped] = useState<string | null>(null)
  const result = typed === null ? null : readValue(document.type, typed)
  const change = (text: string) => {
    const read = readValue(document.type, text)
    setTyped('value' in read ? null : text)
    if ('value' in read) onChange(read.value)
  }
  return (
    <TextInput
      label={variant}
      className={classes['value']}
      value={typed ?? known}
      onChange={(event) => change(event.currentTarget.value)}
      error={result !== null && 'problem' in result ? result.problem : null}
    />
  )
}
