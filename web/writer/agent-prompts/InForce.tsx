/** How the interviewer speaks today. */
export function InForce() {
  return (
    <>
      <h2>In force</h2>
      <p>
        One question at a time, at most 25 words a turn. What the family asked for comes first, then what
        follows from what was just said, then the question bank, from the chapter least told.
      </p>
      <p>
        It says that it is a computer, and for whom it calls. It never tests a memory, never asks about money,
        and closes kindly at the subject’s limit. Patience, minutes, questions and the themes to avoid are
        chosen for each subject, in the settings of their book.
      </p>
    </>
  );
}
