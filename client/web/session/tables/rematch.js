/** Another game at the same table, with the sides swapped: who has asked for it.  Each player asks for himself. */

/** Whether the other side wants one, and we have not said yes. */
export function wishedFor({ seat, table }) {
  const place = seat?.place ?? -1;
  return place >= 0 && table?.status === "over" && Boolean(table.seats[1 - place]?.rematch) && !table.seats[place]?.rematch;
}

/** Whether we have asked, and the other has not. */
export function wished({ seat, table }) {
  const place = seat?.place ?? -1;
  return place >= 0 && Boolean(table?.seats[place]?.rematch);
}
