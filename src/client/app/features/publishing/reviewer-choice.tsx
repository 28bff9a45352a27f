import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './publish-sheet.module.css'
import type { Reviewers } from './use-reviewers.ts'

/** Possible reviewers, with the choice to request some by name. The change then waits for them. */
export function ReviewerChoice(props: {
  reviewers: Reviewers
  asked: readonly string[]
  onChange: (asked: readonly string[]) => void
}): ReactNode {
  const { reviewers, asked, onChange } = props
  const { said, able } = reviewers
  return (
    <section>
      <h3 className={classes['heading']}>Reviewers</h3>
      <p className={classes['nothing']}>{said}</p>
      {able.length === 0 ? null : (
        <MultiSelect
          label="Ask"
          mt={8}
          placeholder={asked.length === 0 ? 'Anyone who can approve' : ''}
          data={able.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...asked]}
          onChange={onChange}
          searchable
          hidePickedOptions
          nothingFoundMessage="No one by that name can approve"
        />
      )}
    </section>
  )
}
