//! What recall keeps, chooses and says: the library behind its programs.
