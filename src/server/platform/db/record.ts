/** A row as a function of the database takes it: JSON whose names are those of the columns in PostgreSQL. */
export const recordOf = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
        value,
      ]),
    ),
  )
