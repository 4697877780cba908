/** Above items that are written as the service sent them. */
export const LOOK_RECORD_HEADING = 'Item as received'
