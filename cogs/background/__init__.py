"""Long work for people (films, imports), done by a process of low priority: nobody's click or picture waits for it."""
