@rem `npm start` begins with the shell's exec, so that signals reach the program itself. cmd.exe has no exec.
@%*
